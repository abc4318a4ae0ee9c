// A moment of a run, drawn: lanes and registers.

import { choice, el, fill, option } from "./dom";
import { colour, Grid, heatColour } from "./grid";

export interface Register { name: string; kind: "vector" | "scalar" | "mask" | "block"; words: number; parts: string[]; format: string; bytes: number }
export interface Subject {
  isa: string; lanes: number; banks: number | null; clock: boolean; grid: number[]; block: number[]; wave: string; exec: string;
  insts: [number, number | null, string][];
  groups: { name: string; registers: Register[] }[];
  arguments: { name: string; type: string; shape: string; count: number }[];
}
export interface Wave { group: number[]; wave: number; status: string; inst: number | null; line: number | null; exec: string; alive: string; issued: number }
export interface State {
  time: number; ended: boolean; furthest: number;
  turn: { group: number[]; wave: number } | null; selected: { group: number[]; wave: number } | null; lane: number;
  waves: Wave[]; under_way: number;
  waits?: ([string, number | null] | null)[]; outstanding?: [number | null, string][];
  memory?: { of: string; from: number; count: number; texts: string[]; numbers: (number | null)[] };
}
export interface Path { now: number; steps: [number, number, number | null, string][] }

const same = (a: { group: number[]; wave: number } | null, b: { group: number[]; wave: number } | null) =>
  !!a && !!b && a.wave === b.wave && a.group.every((n, i) => n === b.group[i]);
const bit = (mask: bigint, lane: number) => (mask >> BigInt(lane)) & 1n;
/** Every wave as a strip of lanes, and the way of one wave through the code. */
export class Lanes {
  readonly element: HTMLElement;
  private strips = new Grid("Waves and their lanes", 22);
  private steps = new Grid("The way of a wave through the code", 12);
  private title = el("div", { class: "title" }, "");
  onselect: (group: number[], wave: number, lane: number) => void = () => {};
  onseek: (time: number) => void = () => {};

  constructor() {
    this.element = el("div", { class: "split" }, this.strips.element, this.title, this.steps.element);
  }

  legend(): HTMLElement {
    return el("div", { class: "tools" }, el("div", { class: "legend" }, el("span", { class: "on" }, "active"), el("span", { class: "off" }, "inactive"),
      el("span", { class: "wait" }, "waiting"), el("span", { class: "done" }, "ended")));
  }

  show(subject: Subject, state: State): void {
    const { lanes } = subject;
    const masks = state.waves.map((wave) => [BigInt(`0x${wave.exec}`), BigInt(`0x${wave.alive}`)]);
    const [on, off, wait, done] = ["lane-on", "lane-off", "lane-wait", "lane-done"].map(colour);
    const several = subject.grid.some((n) => n > 1);
    const word = subject.wave;
    const status = (row: number, lane: number): string => {
      const wave = state.waves[row];
      const [exec, alive] = masks[row];
      if (wave.status === "ended" || (lanes > 1 && !bit(alive, lane))) return "ended";
      if (wave.status !== "running") return wave.status;
      if (lanes === 1 || bit(exec, lane)) return "active";
      const why = same(wave, state.selected) ? state.waits?.[lane] : null;
      return why ? `inactive, waits for ${why[0]}${why[1] ? ` (line ${why[1]})` : ""}` : "inactive";
    };
    this.strips.show({
      rows: state.waves.length, columns: lanes, width: lanes > 32 ? 9 : lanes > 1 ? 15 : 60, names: several ? 132 : 84,
      name: (row) => {
        const wave = state.waves[row];
        const mark = same(wave, state.selected) ? "▸ " : "  ";
        return several ? `${mark}(${wave.group.join(",")}) ${word} ${wave.wave}` : `${mark}${word} ${wave.wave}`;
      },
      head: (column) => (lanes > 1 ? String(column) : ""),
      text: status,
      paint: (row, column) => {
        const text = status(row, column);
        return text === "active" ? on : text === "ended" ? done : text.startsWith("inactive") ? off : wait;
      },
      note: (row) => {
        const wave = state.waves[row];
        const turn = same(wave, state.turn) ? "next" : wave.status === "running" ? "" : wave.status;
        return [wave.line ? `line ${wave.line}` : "", turn].filter(Boolean).join(" · ");
      },
    });
    this.strips.element.style.height = `${22 * state.waves.length + 46}px`;
    const selected = state.waves.findIndex((wave) => same(wave, state.selected));
    if (selected >= 0) this.strips.select(selected, state.lane);
    this.strips.onpick = (row, lane) => this.onselect(state.waves[row].group, state.waves[row].wave, lane);
  }

  path(subject: Subject, path: Path): void {
    const { lanes } = subject;
    const masks = path.steps.map(([, , , exec]) => BigInt(`0x${exec}`));
    const [on, off] = ["lane-on", "lane-off"].map(colour);
    fill(this.title, `The way of this ${subject.wave} through the code: a column for each instruction, a row for each lane`);
    this.steps.show({
      rows: lanes, columns: path.steps.length, width: 24, names: 60, frame: path.now,
      name: (lane) => (lanes > 1 ? `lane ${lane}` : subject.wave),
      // Numbers of lines, for every second column, as there is room.
      head: (column) => (column % 2 ? "" : String(path.steps[column]?.[2] ?? "")),
      text: (lane, column) => {
        const [time, inst] = path.steps[column];
        return `moment ${time}, ${subject.insts[inst]?.[2] ?? ""}${bit(masks[column], lane) ? "" : " (inactive)"}`;
      },
      paint: (lane, column) => {
        const active = lanes === 1 || bit(masks[column], lane);
        return active ? (column > path.now ? `color-mix(in srgb, ${on} 55%, ${colour("sheet")})` : on) : off;
      },
    });
    this.steps.select(0, path.now);
    this.steps.onpick = (_, column) => this.onseek(path.steps[column][0]);
  }

  empty(): void {
    this.strips.show({ rows: 0, columns: 0, width: 20, names: 0, name: () => "", head: () => "", text: () => "" });
    this.steps.show({ rows: 0, columns: 0, width: 20, names: 0, name: () => "", head: () => "", text: () => "" });
  }
}

type Show = "auto" | "hex" | "int" | "float";

const buffer = new DataView(new ArrayBuffer(8));
function float(bits: number): number {
  buffer.setUint32(0, bits);
  return buffer.getFloat32(0);
}
/** A float if it looks like one, as the debugger of the command line has it. */
function ordinary(x: number): boolean {
  return Number.isFinite(x) && Math.abs(x) >= 1e-10 && Math.abs(x) <= 1e15;
}
function short(x: number): string {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  const text = String(Math.fround(x) === x ? Number(x.toPrecision(7)) : x);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
function word(bits: number, show: Show, format: string): string {
  if (show === "hex" || (show === "auto" && format === "Hex")) return `0x${bits.toString(16)}`;
  if (show === "int" || (show === "auto" && (format === "Signed" || format === "Integer"))) return String(bits | 0);
  if (show === "auto" && format === "Unsigned") return String(bits);
  const x = float(bits);
  if (show === "float" || format === "Float" || (bits !== 0 && ordinary(x))) return short(x);
  return (bits | 0) < 0 && (bits | 0) > -65536 ? String(bits | 0) : bits > 0xffff ? `0x${bits.toString(16)}` : String(bits);
}
const numeric = (bits: number, format: string): number => {
  const x = float(bits);
  return format === "Float" || (format === "Guess" && bits !== 0 && ordinary(x)) ? x : bits | 0;
};

/** One row of the grid: a word of a register in all lanes, or a scalar. */
interface Row { name: string; of: string; register: Register; words: number[]; vector: boolean; wide?: bigint }

export class Registers {
  readonly element: HTMLElement;
  readonly grid = new Grid("Registers");
  private tools = el("div", { class: "tools" });
  private groups = el("select", { "aria-label": "Group of registers" });
  private show_: Show = "auto";
  private heat = false;
  private hideZero = true;
  private last: { key: string; rows: Map<string, number[]> } = { key: "", rows: new Map() };
  private draw: () => void = () => {};
  group = 0;
  onchange: () => void = () => {};
  onpick: (of: string, lane: number) => void = () => {};

  constructor() {
    this.groups.addEventListener("change", () => { this.group = this.groups.selectedIndex; this.onchange(); });
    const zero = el("input", { type: "checkbox", checked: true, change: () => { this.hideZero = zero.checked; this.draw(); } });
    fill(this.tools, this.groups,
      choice("Numbers as", [["auto", "Auto"], ["int", "Int"], ["hex", "Hex"], ["float", "Float"]], (value) => { this.show_ = value as Show; this.draw(); }),
      choice("Show", [["numbers", "Numbers"], ["heat", "Heat"]], (value) => { this.heat = value === "heat"; this.draw(); }),
      el("label", {}, zero, "hide zeros"));
    this.element = el("div", { class: "split-one" }, this.tools, this.grid.element);
  }

  open(subject: Subject): void {
    fill(this.groups, ...subject.groups.map((group, i) => option(String(i), group.name)));
    const first = subject.groups.findIndex((group) => group.registers.some((it) => it.kind === "vector"));
    this.group = Math.max(first, 0);
    this.groups.selectedIndex = this.group;
    this.last = { key: "", rows: new Map() };
  }

  show(subject: Subject, state: State, bytes: Uint8Array): void {
    const group = subject.groups[this.group];
    const rows = group && state.selected ? this.rows(group.registers, subject.lanes, bytes) : [];
    const key = `${this.group} ${JSON.stringify(state.selected)}`;
    const before = this.last.key === key ? this.last.rows : new Map<string, number[]>();
    this.last = { key, rows: new Map(rows.map((row) => [row.name, row.words])) };
    this.draw = () => this.paint(rows, before, subject.lanes);
    this.draw();
  }

  private rows(registers: Register[], lanes: number, bytes: Uint8Array): Row[] {
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const rows: Row[] = [];
    let at = 0;
    const take = (n: number): number[] => {
      const all: number[] = [];
      for (let i = 0; i < n; i++, at += 4) all.push(at + 4 <= data.byteLength ? data.getUint32(at, true) : 0);
      return all;
    };
    for (const register of registers) {
      const parts = register.parts.length ? register.parts : [""];
      for (const part of parts) {
        const name = part ? `${register.name}.${part}` : register.name;
        if (register.kind === "vector") {
          for (let n = 0; n < register.words; n++) {
            rows.push({ name: register.words > 1 ? `${name}:${n}` : name, of: name, register, words: take(lanes), vector: true });
          }
        } else if (register.kind === "block") {
          rows.push({ name, of: name, register, words: take(Math.floor(register.bytes / 4)).slice(0, 64), vector: true });
        } else {
          const words = take(register.kind === "mask" ? 2 : register.words);
          rows.push({ name, of: name, register, words, vector: false, wide: words.reduceRight((all, n) => (all << 32n) | BigInt(n), 0n) });
        }
      }
    }
    return rows;
  }

  private paint(all: Row[], before: Map<string, number[]>, lanes: number): void {
    const rows = this.hideZero ? all.filter((row) => row.words.some((n) => n !== 0) || before.get(row.name)?.some((n) => n !== 0)) : all;
    const vector = rows.some((row) => row.vector);
    const columns = Math.max(1, ...rows.map((row) => (row.vector ? row.words.length : 1)));
    const changed = colour("changed");
    const ranges = new Map<Row, [number, number]>();
    const range = (row: Row): [number, number] => {
      let value = ranges.get(row);
      if (!value) {
        const numbers = row.words.map((n) => numeric(n, row.register.format));
        value = [Math.min(...numbers), Math.max(...numbers)];
        ranges.set(row, value);
      }
      return value;
    };
    this.grid.show({
      rows: rows.length, columns, width: this.heat && vector ? 16 : vector ? 82 : 190, names: 74,
      name: (row) => rows[row].name,
      head: (column) => (vector && lanes > 1 ? String(column) : vector ? String(column) : ""),
      text: (row, column) => {
        const it = rows[row];
        if (!it.vector) return column > 0 ? "" : it.register.kind === "mask" || it.words.length > 1 ? `0x${it.wide?.toString(16)}` : word(it.words[0], this.show_, it.register.format);
        return column < it.words.length ? word(it.words[column], this.show_, it.register.format) : "";
      },
      paint: (row, column) => {
        const it = rows[row];
        if (column >= it.words.length || (!it.vector && column > 0)) return undefined;
        if (this.heat && it.vector) {
          const [low, high] = range(it);
          return heatColour(high > low ? (numeric(it.words[column], it.register.format) - low) / (high - low) : 0);
        }
        const old = before.get(it.name);
        const differs = it.vector ? old?.[column] !== it.words[column] : old?.some((n, i) => n !== it.words[i]);
        return old && differs ? changed : undefined;
      },
    });
    this.grid.onpick = (row, column) => this.onpick(rows[row].of, rows[row].vector && rows[row].register.kind === "vector" ? column : -1);
  }
}
