// What the app says of itself, so that an agent in it is verified.
import { boolean, date, Handrail, number, text, time } from "./handrail.js";

export function guard({ server, decided, controlled }) {
  const by = (id) => document.getElementById(id);
  const handrail = new Handrail({ app: "com.example.restaurants", name: "Restaurants", url: server, decided, controlled });
  const restaurant = handrail.state("RestaurantInfo", { name: text() }, "the restaurant");
  const form = handrail.state("ReserveInfo", { date: date(), time: time(), people: number() }, "the reservation form");
  const result = handrail.state("ReserveResult", { success: boolean() }, "the reservation");
  const filled = () => form.set({ date: by("day").value, time: by("hour").value, people: Number(by("people").value) });
  handrail.guard(".restaurant", (card) => restaurant.set({ name: card.textContent }));
  handrail.guard("#reserve", filled, { commits: "Reserve", kind: "record", irreversible: true });
  handrail.connect();
  return { reserved: () => handrail.report(result.set({ success: true })), release: () => handrail.release() };
}
