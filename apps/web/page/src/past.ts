// Kernels that were run here, kept by this browser: the newest first, up to a size.

import { el, fill, say } from "./dom";

interface Kept { name: string; text: string; when: number; what: string }

const KEY = "wavetank.past";
const MOST = 60;
/** Characters of all texts together; browsers give about five million. */
const MOST_TEXT = 1_500_000;

export class Past {
  readonly element = el("div");
  private all: Kept[] = [];

  constructor(private open: (name: string, text: string) => void) {
    this.read();
    // Another tab may have run something.
    window.addEventListener("storage", (event) => { if (event.key === KEY) this.read(); });
  }

  /** Keeps a kernel with what came of it; the same text is kept once. */
  keep(name: string, text: string, what: string): void {
    if (text.length > MOST_TEXT / 2) return;
    const others = this.all.filter((it) => it.text !== text || it.name !== name);
    let room = MOST_TEXT;
    this.all = [{ name, text, when: Date.now(), what }, ...others].slice(0, MOST).filter((it) => (room -= it.text.length) > 0);
    this.write();
  }

  private read(): void {
    let value: unknown = null;
    try { value = JSON.parse(localStorage.getItem(KEY) ?? "[]"); } catch { /* What is damaged is forgotten. */ }
    const whole = (it: any): it is Kept => typeof it?.name === "string" && typeof it.text === "string" && typeof it.when === "number" && typeof it.what === "string";
    this.all = Array.isArray(value) ? value.filter(whole).slice(0, MOST) : [];
    this.show();
  }

  private write(): void {
    try { localStorage.setItem(KEY, JSON.stringify(this.all)); } catch { /* A page without storage forgets. */ }
    this.show();
  }

  private show(): void {
    if (!this.all.length) {
      fill(this.element, el("p", { class: "soft" }, "Kernels that are run appear here. They stay in this browser."));
      return;
    }
    const title = (it: Kept) => /^\s*(?:#|;|\/\/)\s*(.{3,70})/.exec(it.text)?.[1] ?? "";
    fill(this.element,
      el("ul", { class: "past" }, ...this.all.map((it) => el("li", {},
        el("button", { class: "plain", click: () => { this.open(it.name, it.text); say(`${it.name} of ${new Date(it.when).toLocaleString()}`); } }, it.name),
        el("span", { class: "soft" }, ` ${new Date(it.when).toLocaleString()} · ${it.what}`),
        title(it) && el("span", { class: "soft" }, ` · ${title(it)}`)))),
      el("button", { click: () => { this.all = []; this.write(); } }, "Forget all of it"));
  }
}
