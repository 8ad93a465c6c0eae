// What the React app says of itself.
import { connect, handrail } from "./spoken.js";

for (const selector of ["#reserve", "#box", "#days", "#form"]) handrail.guard(selector, () => []);
connect();
