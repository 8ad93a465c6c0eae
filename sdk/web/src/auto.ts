/**
 * For those who write no code: the page declares all of it, and this script connects.
 *
 *     <meta name="handrail" content="ws://127.0.0.1:8770/app" data-app="com.example.restaurants">
 *     <script type="application/json" data-handrail-states>[{"name": "ReserveInfo", "variables": […]}]</script>
 *     <script type="module" src="auto.js"></script>
 */

import { Handrail } from "./index.js";
import type { State } from "./messages.js";

const meta = document.querySelector<HTMLMetaElement>("meta[name=handrail]");
const app = meta?.dataset["app"];
if (meta === null || app === undefined) {
  console.warn('handrail: the page has no <meta name="handrail" content="ws://…/app" data-app="…">, so nothing is guarded');
} else {
  const handrail = new Handrail({ app, url: meta.content, name: document.title });
  for (const script of document.querySelectorAll("script[data-handrail-states]")) {
    handrail.declare(JSON.parse(script.textContent ?? "[]") as State[]);
  }
  handrail.connect();
}
