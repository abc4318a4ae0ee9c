// Memory at a moment: numbers, a heat map, or who accessed what last.

import { choice, el, fill, option } from "./dom";
import { colour, Grid, heatColour } from "./grid";
import type { State, Subject } from "./views";

/** Index, line, moment, workgroup, wave, lane, whether it was a store, accesses that the bank served. */
type TouchRow = [number, number | null, number, number[], number, number | null, boolean, number];
interface Touch { line: number | null; at: number; group: number[]; wave: number; lane: number | null; store: boolean; ways: number }

/** Colours that waves have; more waves begin again. */
const WAVES = 6;

export class Memory {
  readonly element: HTMLElement;
  readonly grid = new Grid("Memory");
  private of = el("select", { "aria-label": "Array" });
  private columns = el("select", { "aria-label": "Columns" });
  private page = el("input", { type: "number", min: "0", step: "1024", value: "0", "aria-label": "First element" });
  private mode: "numbers" | "heat" | "touched" = "numbers";
  private legend = el("div", { class: "legend", hidden: true });
  private touches = new Map<number, Touch>();
  private asked = "";
  private last = new Map<string, string[]>();
  private draw: () => void = () => {};
  private shapes = new Map<string, number>();
  onchange: () => void = () => {};
  onpick: (of: string) => void = () => {};

  constructor() {
    this.of.addEventListener("change", () => { this.page.value = "0"; this.onchange(); });
    this.columns.addEventListener("change", () => this.draw());
    this.page.addEventListener("change", () => this.onchange());
    fill(this.columns, ...["auto", "1", "4", "8", "16", "32", "64"].map((n) => option(n, n === "auto" ? "columns: auto" : n)));
    this.element = el("div", { class: "split-one" },
      el("div", { class: "tools" }, this.of, this.columns, el("label", {}, "from", this.page),
        choice("Show", [["numbers", "Numbers"], ["heat", "Heat"], ["touched", "Last access"]], (value) => this.as(value as "numbers")),
        this.legend),
      this.grid.element);
  }

  open(subject: Subject): void {
    const old = this.of.value;
    const names = subject.arguments.map((it) => it.name);
    this.shapes.clear();
    for (const it of subject.arguments) {
      const last = /(\d+)\]$/.exec(it.shape.replace(/\s/g, ""))?.[1];
      this.shapes.set(it.name, it.shape.split(/[,\]\[]/).filter(Boolean).length > 1 && last ? Number(last) : 0);
    }
    fill(this.of, ...subject.arguments.map((it) => option(it.name, `${it.name}: ${it.type}${it.shape}`)), option("local", "local memory"));
    const out = names.find((name) => name.startsWith("out_"));
    this.of.value = names.includes(old) ? old : out ?? names[0] ?? "local";
    this.last.clear();
  }

  private as(mode: "numbers" | "heat" | "touched"): void {
    this.mode = mode;
    this.legend.hidden = mode !== "touched";
    this.draw();
    if (mode === "touched") this.onchange();
  }

  /** Whether it is to be asked who accessed what last. */
  get wantsTouches(): boolean {
    return this.mode === "touched";
  }

  /** Who accessed what last, as the engine found it at a moment. */
  touched(found: { of: string; from: number; touches: TouchRow[] }, time: number): void {
    this.asked = `${found.of} ${found.from} ${time}`;
    this.touches = new Map(found.touches.map(([index, line, at, group, wave, lane, store, ways]) => [index, { line, at, group, wave, lane, store, ways }]));
    const met = [...this.touches.values()].some((it) => it.ways > 1);
    fill(this.legend, ...Array.from({ length: WAVES }, (_, n) => n).filter((n) => [...this.touches.values()].some((it) => it.wave % WAVES === n))
      .map((n) => el("span", { class: `w${n}` }, `wave ${n}`)), el("span", { class: "old" }, "read: faint"), met && el("span", { class: "met" }, "lanes met in a bank"));
    this.draw();
  }

  /** What is to be asked for. */
  get wanted(): object {
    return { of: this.of.value, from: Math.max(0, Math.floor(Number(this.page.value) || 0)), count: 4096 };
  }

  show(state: State): void {
    const memory = state.memory;
    if (!memory) return;
    const before = this.last.get(`${memory.of} ${memory.from}`);
    this.last.clear();
    this.last.set(`${memory.of} ${memory.from}`, memory.texts);
    const key = `${memory.of} ${memory.from} ${state.time}`;
    this.draw = () => this.paint(memory, before, this.asked === key ? this.touches : new Map());
    this.draw();
  }

  private paint(memory: NonNullable<State["memory"]>, before: string[] | undefined, touches: Map<number, Touch>): void {
    const { mode } = this;
    const [sheet, met, paper] = ["sheet", "met", "sheet"].map(colour);
    const local = memory.of === "local";
    const shape = this.shapes.get(memory.of) ?? 0;
    const auto = shape > 0 && shape <= 64 ? shape : local ? 32 : 8;
    const columns = this.columns.value === "auto" ? auto : Number(this.columns.value);
    const numbers = memory.numbers.filter((n): n is number => n !== null && Number.isFinite(n));
    const [low, high] = [numbers.reduce((a, b) => Math.min(a, b), Infinity), numbers.reduce((a, b) => Math.max(a, b), -Infinity)];
    const rows = Math.ceil(memory.texts.length / columns);
    const changed = colour("changed");
    const faint = colour("faint");
    const longest = memory.texts.reduce((n, text) => Math.max(n, text.length), 3);
    const index = (row: number, column: number) => row * columns + column;
    const name = (n: number) => (local ? `local[${4 * (memory.from + n)}]` : `${memory.of}[${memory.from + n}]`);
    this.grid.show({
      rows, columns, width: mode === "heat" ? 16 : Math.min(120, 22 + 7.5 * longest), names: 84,
      name: (row) => (local ? `0x${(4 * (memory.from + index(row, 0))).toString(16)}` : String(memory.from + index(row, 0))),
      head: (column) => (local ? `+${4 * column}` : `+${column}`),
      text: (row, column) => memory.texts[index(row, column)] ?? "",
      describe: (row, column) => {
        const text = memory.texts[index(row, column)] ?? "";
        const touch = touches.get(index(row, column));
        if (!touch) return mode === "touched" ? `${text}, not accessed lately` : text;
        const who = `${touch.store ? "written" : "read"} by ${touch.line ? `line ${touch.line}` : "an instruction"} at moment ${touch.at}, workgroup (${touch.group.join(",")}), wave ${touch.wave}, lane ${touch.lane}`;
        return `${text}, ${who}${touch.ways > 1 ? `; its bank served ${touch.ways} accesses, one after the other` : ""}`;
      },
      ink: (row, column) => mode === "touched" && touches.has(index(row, column)) && (touches.get(index(row, column))!.store || touches.get(index(row, column))!.ways > 1) ? paper : (/^-?0(\.0)?$/.test(memory.texts[index(row, column)] ?? "") ? faint : undefined),
      paint: (row, column) => {
        const n = index(row, column);
        if (n >= memory.texts.length) return undefined;
        if (mode === "touched") {
          const touch = touches.get(n);
          if (!touch) return undefined;
          return touch.ways > 1 ? met : `color-mix(in srgb, ${colour(`wave-${touch.wave % WAVES}`)} ${touch.store ? 100 : 38}%, ${sheet})`;
        }
        if (mode === "heat") return heatColour(high > low ? ((memory.numbers[n] ?? low) - low) / (high - low) : 0);
        return before && before[n] !== memory.texts[n] ? changed : undefined;
      },
    });
    this.grid.onpick = (row, column) => {
      if (index(row, column) < memory.texts.length) this.onpick(name(index(row, column)));
    };
  }
}
