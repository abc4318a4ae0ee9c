// What the pages of the documentation do: light and dark, and a search over all of them.

type Section = [page: string, title: string, id: string, heading: string, text: string];

const MOST = 12;
const stored = (): string | null => { try { return localStorage.getItem("wavetank.theme"); } catch { return null; } };
const system = matchMedia("(prefers-color-scheme: dark)");
const dress = () => { document.documentElement.dataset.theme = stored() ?? (system.matches ? "dark" : "light"); };
dress();
system.addEventListener("change", dress);

addEventListener("DOMContentLoaded", () => {
  const [search, found] = ["search", "found"].map((id) => document.getElementById(id)) as [HTMLInputElement, HTMLElement];
  document.getElementById("theme")?.addEventListener("click", () => {
    try { localStorage.setItem("wavetank.theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark"); } catch { /* A page without storage forgets. */ }
    dress();
  });
  if (matchMedia("(max-width: 860px)").matches) document.getElementById("contents")?.removeAttribute("open");
  let sections: Promise<Section[]> | undefined;
  search.addEventListener("input", async () => {
    sections ??= fetch("search.json").then((it) => it.json());
    const asked = search.value;
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    const all = words.length ? await sections : [];
    if (search.value !== asked) return;
    const rated = all.flatMap((it): [number, Section][] => {
      const [, title, , heading, text] = it.map((part) => part.toLowerCase());
      const points = words.map((word) => (heading.includes(word) ? 8 : 0) + (title.includes(word) ? 3 : 0) + Math.min(4, text.split(word).length - 1));
      return points.every((n) => n > 0) ? [[points.reduce((a, b) => a + b, 0), it]] : [];
    }).sort((a, b) => b[0] - a[0]);
    found.replaceChildren(...rated.slice(0, MOST).map(([, [page, title, id, heading, text]]) => {
      const link = document.createElement("a");
      link.href = `${page}.html${id ? `#${id}` : ""}`;
      const name = document.createElement("b");
      name.textContent = heading && heading !== title ? `${title}: ${heading}` : title;
      const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 30);
      link.append(name, ` ${at ? "…" : ""}${text.slice(at, at + 110)}…`);
      return link;
    }));
    if (words.length && !rated.length) found.textContent = "Nothing found.";
  });
});
