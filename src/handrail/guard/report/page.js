// One step at a time, by buttons, chips, the keyboard or a swipe; without this script all steps stand one below another.
(() => {
  const scenes = [...document.querySelectorAll(".scene")];
  const chips = [...document.querySelectorAll(".chip")];
  if (!scenes.length) return;
  const stopped = (scene) => ["blocked", "refused", "warned", "lost", "broken"].some((kind) => scene.classList.contains(kind));
  let at = 0;
  const show = (number, remember = true) => {
    at = Math.max(0, Math.min(scenes.length - 1, number));
    scenes.forEach((scene, one) => scene.classList.toggle("shown", one === at));
    chips.forEach((chip, one) => (one === at ? chip.setAttribute("aria-current", "step") : chip.removeAttribute("aria-current")));
    const list = chips[at].closest("ol");
    list.scrollLeft = chips[at].offsetLeft - list.offsetLeft - list.clientWidth / 2;
    if (remember) history.replaceState(null, "", "#" + scenes[at].id);
  };
  const named = () => scenes.findIndex((scene) => "#" + scene.id === location.hash);
  document.body.classList.add("paged");
  const firstRefused = scenes.findIndex((scene) => ["blocked", "refused"].some((kind) => scene.classList.contains(kind)));
  const first = firstRefused >= 0 ? firstRefused : scenes.findIndex(stopped);
  show(named() >= 0 ? named() : Math.max(0, first), false);
  addEventListener("hashchange", () => named() >= 0 && show(named(), false));
  chips.forEach((chip, one) => chip.addEventListener("click", (event) => (event.preventDefault(), show(one))));
  document.querySelectorAll(".move").forEach((button) => button.addEventListener("click", () => show(at + Number(button.dataset.move))));
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = [...scenes.keys()].find((one) => one > at && stopped(scenes[one]));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: scenes.length - 1, n: next ?? at, N: next ?? at }[event.key];
    if (to !== undefined) (event.preventDefault(), show(to));
  });
  let from = null;
  addEventListener("touchstart", (event) => (from = event.changedTouches[0]), { passive: true });
  addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    const across = from ? to.clientX - from.clientX : 0;
    if (Math.abs(across) > 60 && Math.abs(to.clientY - from.clientY) < 40 && !event.target.closest(".steps")) show(at + (across < 0 ? 1 : -1));
  }, { passive: true });
})();
