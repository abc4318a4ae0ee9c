// Waves and workgroups over time, on one canvas: what each issued, and what it waited for.

import { choice, count, el, fill } from "./dom";
import { colour } from "./grid";

interface Data {
  by: "cycles" | "moments"; end: number; left_out: number;
  rows: [number | null, string][]; waits: string[]; insts: [number | null, string][];
}
interface Slice { start: number; length: number; kind: number; what: number; lanes: number }

/** Kinds of slices, as the engine numbers them; from WAITS on by what is waited for. */
const [ISSUES, GROUP, WAITS] = [0, 1, 2];
const [ROW, TOP, NAMES] = [17, 24, 132];
/** Colours for causes, in the order of their weight; what is left shares the last. */
const CAUSES = 6;

export class Waves {
  readonly element: HTMLElement;
  private canvas = el("canvas", { "aria-hidden": "true" });
  private room = el("div", { class: "room" });
  private plane = el("div", { class: "grid", tabindex: "0", role: "application", "aria-roledescription": "timeline", "aria-label": "Waves over time" }, this.room, this.canvas);
  private legend = el("div", { class: "legend" });
  private said = el("p", { class: "said", role: "status" });
  private how: HTMLElement;
  private data: Data | undefined;
  private rows: Slice[][] = [];
  private colours = new Map<number, string>();
  private lanes = 1;
  /** The stretch that is seen, and the row and moment of the cursor. */
  private from = 0;
  private to = 1;
  private at = { row: 0, time: 0 };
  private now: number | undefined;
  private queued = false;
  by: "cycles" | "moments" = "cycles";
  onask: () => void = () => {};
  onpick: (time: number | undefined, line: number | null) => void = () => {};

  constructor() {
    this.how = choice("Time in", [["cycles", "Cycles"], ["moments", "Moments"]], (value) => { this.by = value as "cycles"; this.onask(); });
    const zoom = (text: string, label: string, by: number) => el("button", { click: () => this.zoom(by), "aria-label": label, title: label }, text);
    this.element = el("div", { class: "split-one" },
      el("div", { class: "tools" }, this.how, el("div", { class: "group", role: "group", "aria-label": "Stretch" }, zoom("+", "Closer", 0.5), zoom("−", "Farther", 2),
        el("button", { click: () => this.all() }, "All")), this.legend),
      this.plane, this.said);
    this.plane.addEventListener("scroll", () => this.draw());
    this.plane.addEventListener("keydown", (event) => this.key(event));
    this.plane.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      if (event.ctrlKey) this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.timeAt(event.offsetX));
      else this.pan(event.deltaX / this.width * (this.to - this.from));
    }, { passive: false });
    let drag: { x: number; from: number; moved: boolean } | undefined;
    this.canvas.addEventListener("pointerdown", (event) => { drag = { x: event.clientX, from: this.from, moved: false }; this.canvas.setPointerCapture(event.pointerId); });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!drag) return this.hover(event);
      drag.moved ||= Math.abs(event.clientX - drag.x) > 3;
      if (drag.moved) this.see(drag.from - (event.clientX - drag.x) / this.width * (this.to - this.from), this.to - this.from);
    });
    this.canvas.addEventListener("pointerup", (event) => {
      if (drag && !drag.moved) this.click(event);
      drag = undefined;
    });
    new ResizeObserver(() => this.draw()).observe(this.plane);
  }

  private get width(): number { return Math.max(1, this.plane.clientWidth - NAMES); }

  show(data: Data, bytes: Uint8Array, lanes: number): void {
    this.data = data;
    this.lanes = lanes;
    this.by = data.by;
    for (const button of this.how.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.value === data.by));
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.rows = data.rows.map(() => []);
    const weight = new Map<number, number>();
    for (let i = 0; i + 24 <= bytes.byteLength; i += 24) {
      const [row, start, length, kind, what, active] = [0, 4, 8, 12, 16, 20].map((n) => words.getUint32(i + n, true));
      this.rows[row]?.push({ start, length, kind, what, lanes: active });
      if (kind !== GROUP) weight.set(kind, (weight.get(kind) ?? 0) + length);
    }
    const causes = [...weight.keys()].filter((kind) => kind >= WAITS).sort((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0));
    this.colours = new Map([[ISSUES, "lane-on"], [GROUP, "wash-2"], ...causes.map((kind, i): [number, string] => [kind, `stall-${Math.min(i, CAUSES - 1)}`])]);
    const all = Math.max(1, [...weight.values()].reduce((a, b) => a + b, 0));
    const share = (kind: number) => `${(100 * (weight.get(kind) ?? 0) / all).toFixed(1)} %`;
    fill(this.legend, el("span", { class: "on" }, `issues ${share(ISSUES)}`),
      ...causes.map((kind, i) => el("span", { class: `s${Math.min(i, CAUSES - 1)}` }, `${this.cause(kind)} ${share(kind)}`)));
    fill(this.said, `${count(data.end)} ${data.by} from left to right, a row for each wave. ${data.left_out ? `What came after is not drawn. ` : ""}Drag to move, Ctrl and the wheel or + and − to zoom; arrow keys do both.`);
    this.at = { row: 0, time: 0 };
    this.room.style.height = `${TOP + ROW * this.rows.length + 8}px`;
    this.all();
  }

  /** The moment of the slider, where time is in moments. */
  moment(now: number): void {
    this.now = now;
    if (this.by === "moments") this.draw();
  }

  sentence(text: string): void {
    this.data = undefined;
    this.rows = [];
    fill(this.legend);
    fill(this.said, text);
    this.draw();
  }

  private cause(kind: number): string {
    return `waits: ${this.data?.waits[kind - WAITS] ?? ""}`;
  }

  private all(): void {
    this.see(0, Math.max(1, this.data?.end ?? 1));
  }

  private see(from: number, length: number): void {
    const end = Math.max(1, this.data?.end ?? 1);
    const span = Math.max(8, Math.min(length, end));
    this.from = Math.max(0, Math.min(from, end - span));
    this.to = this.from + span;
    this.draw();
  }

  private zoom(by: number, around = Math.min(Math.max(this.at.time, this.from), this.to)): void {
    const share = (around - this.from) / (this.to - this.from);
    const span = (this.to - this.from) * by;
    this.see(around - share * span, span);
  }

  private pan(by: number): void {
    this.see(this.from + by, this.to - this.from);
  }

  private timeAt(x: number): number {
    return this.from + (x - NAMES) / this.width * (this.to - this.from);
  }

  private find(row: number, time: number): Slice | undefined {
    const all = this.rows[row] ?? [];
    return all[this.first(all, time)]?.start <= time ? all[this.first(all, time)] : undefined;
  }

  /** The first slice that ends after a time. */
  private first(all: Slice[], time: number): number {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle].start + all[middle].length <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private words(row: number, time: number): string {
    const { data } = this;
    if (!data || !data.rows[row]) return "";
    const [unit, name] = data.rows[row];
    const slice = this.find(row, time);
    const where = `${unit === null ? "" : `unit ${unit}, `}${name}, ${data.by === "cycles" ? "cycle" : "moment"} ${count(Math.floor(time))}`;
    if (!slice) return `${where}: nothing`;
    if (slice.kind === GROUP) return `${where}: workgroup ${slice.what}`;
    const [line, text] = data.insts[slice.what] ?? [null, ""];
    const what = `${line ? `line ${line}, ` : ""}${text}`;
    const long = slice.length > 1 ? `, ${count(slice.length)} ${data.by}` : "";
    return slice.kind === ISSUES ? `${where}: ${what}${long}${this.lanes > 1 ? `, ${slice.lanes} lanes` : ""}` : `${where}: ${this.cause(slice.kind)}${long}, then ${what}`;
  }

  private under(event: MouseEvent): { row: number; time: number } | undefined {
    const row = Math.floor((event.offsetY - TOP + this.plane.scrollTop) / ROW);
    return event.offsetY >= TOP && event.offsetX >= NAMES && row >= 0 && row < this.rows.length ? { row, time: this.timeAt(event.offsetX) } : undefined;
  }

  private hover(event: MouseEvent): void {
    const under = this.under(event);
    this.canvas.title = under ? this.words(under.row, under.time) : "";
  }

  private click(event: MouseEvent): void {
    const under = this.under(event);
    if (!under) return;
    this.at = under;
    this.pick();
  }

  private pick(): void {
    const slice = this.find(this.at.row, this.at.time);
    fill(this.said, this.words(this.at.row, this.at.time));
    this.draw();
    this.onpick(this.by === "moments" ? Math.floor(this.at.time) : undefined, slice && slice.kind !== GROUP ? this.data?.insts[slice.what]?.[0] ?? null : null);
  }

  private key(event: KeyboardEvent): void {
    if (!this.data) return;
    const slices = this.rows[this.at.row] ?? [];
    const here = this.first(slices, this.at.time);
    const move: Record<string, () => void> = {
      ArrowDown: () => { this.at.row = Math.min(this.rows.length - 1, this.at.row + 1); },
      ArrowUp: () => { this.at.row = Math.max(0, this.at.row - 1); },
      ArrowRight: () => { this.at.time = slices[Math.min(slices.length - 1, slices[here]?.start > this.at.time ? here : here + 1)]?.start ?? this.at.time; },
      ArrowLeft: () => { this.at.time = slices[Math.max(0, here - 1)]?.start ?? 0; },
      Home: () => { this.at.time = 0; }, End: () => { this.at.time = Math.max(0, (this.data as Data).end - 1); },
      "+": () => this.zoom(0.5, this.at.time), "-": () => this.zoom(2, this.at.time), "0": () => this.all(),
      Enter: () => this.pick(), " ": () => this.pick(),
    };
    if (!move[event.key] || event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    move[event.key]();
    if (this.at.time < this.from || this.at.time >= this.to) this.see(this.at.time - (this.to - this.from) / 2, this.to - this.from);
    const y = this.at.row * ROW;
    if (y < this.plane.scrollTop) this.plane.scrollTop = y;
    else if (y + ROW + TOP > this.plane.scrollTop + this.plane.clientHeight) this.plane.scrollTop = y + ROW + TOP - this.plane.clientHeight;
    fill(this.said, this.words(this.at.row, this.at.time));
    this.draw();
  }

  draw(): void {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => { this.queued = false; this.paint(); });
  }

  private paint(): void {
    const { canvas, plane } = this;
    const [width, height] = [plane.clientWidth, plane.clientHeight];
    const pen = canvas.getContext("2d");
    if (!width || !height || !pen) return;
    const scale = devicePixelRatio || 1;
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const [sheet, ink, soft, line, water, off] = ["sheet", "ink", "soft", "line", "water", "lane-off"].map(colour);
    pen.fillStyle = sheet;
    pen.fillRect(0, 0, width, height);
    pen.textBaseline = "middle";
    pen.font = `11px ${colour("mono")}`;
    if (!this.data) return;
    const top = plane.scrollTop;
    const fills = new Map([...this.colours].map(([kind, name]) => [kind, colour(name)]));
    const x = (time: number) => NAMES + (time - this.from) / (this.to - this.from) * this.width;
    for (let row = Math.floor(top / ROW); row < this.rows.length; row++) {
      const y = TOP + row * ROW - top;
      if (y > height) break;
      this.strip(pen, this.rows[row], x, y, fills, ink, off);
      pen.fillStyle = sheet;
      pen.fillRect(0, y, NAMES, ROW);
      pen.fillStyle = soft;
      pen.textAlign = "left";
      const [unit, name] = this.data.rows[row];
      pen.fillText(unit === null ? name : `CU ${unit} ${name}`, 10, y + ROW / 2, NAMES - 14);
    }
    pen.fillStyle = sheet;
    pen.fillRect(0, 0, width, TOP);
    pen.strokeStyle = line;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(0, TOP - 0.5);
    pen.lineTo(width, TOP - 0.5);
    pen.stroke();
    pen.fillStyle = soft;
    pen.textAlign = "center";
    for (const tick of ticks(this.from, this.to, this.width / 90)) pen.fillText(count(tick), Math.max(NAMES + 20, Math.min(width - 24, x(tick))), TOP / 2);
    if (this.now !== undefined && this.by === "moments") upright(pen, x(this.now), height, ink);
    const y = TOP + this.at.row * ROW - top;
    if (this.at.time >= this.from && this.at.time <= this.to && y >= TOP - 2) {
      pen.strokeStyle = water;
      pen.lineWidth = 1.5;
      pen.strokeRect(x(Math.floor(this.at.time)) - 1, y + 0.5, Math.max(4, x(Math.floor(this.at.time) + 1) - x(Math.floor(this.at.time)) + 2), ROW - 1);
    }
  }

  /** One row: what is wider than a pixel as it is, what is not as shares of its pixel. */
  private strip(pen: CanvasRenderingContext2D, all: Slice[], x: (time: number) => number, y: number, fills: Map<number, string>, ink: string, off: string): void {
    const inner = ROW - 4;
    let pixel = -1;
    let shares = new Map<number, number>();
    const flush = () => {
      let down = y + 2 + inner;
      for (const [kind, share] of shares) {
        const high = Math.min(down - y - 2, share * inner);
        pen.fillStyle = fills.get(kind) ?? off;
        pen.fillRect(pixel, down - high, 1, high);
        down -= high;
      }
      shares = new Map();
    };
    for (let i = this.first(all, this.from); i < all.length && all[i].start < this.to; i++) {
      const slice = all[i];
      const left = Math.max(NAMES, x(slice.start));
      const right = x(slice.start + slice.length);
      if (right - left >= 1.5) {
        if (shares.size) flush();
        // Lanes that are not active leave the strip that much lower.
        const part = slice.kind === ISSUES && this.lanes > 1 ? Math.max(0.18, slice.lanes / this.lanes) : 1;
        if (part < 1) {
          pen.fillStyle = off;
          pen.fillRect(left, y + 2, right - left - (right - left > 4 ? 1 : 0), inner);
        }
        pen.fillStyle = fills.get(slice.kind) ?? off;
        pen.fillRect(left, y + 2 + (1 - part) * inner, right - left - (right - left > 4 ? 1 : 0), part * inner);
        if (slice.kind === GROUP && right - left > 34) {
          pen.fillStyle = ink;
          pen.textAlign = "left";
          pen.fillText(`group ${slice.what}`, left + 4, y + ROW / 2, right - left - 6);
        }
        continue;
      }
      const at = Math.floor(left);
      if (at !== pixel) {
        if (shares.size) flush();
        pixel = at;
      }
      shares.set(slice.kind, (shares.get(slice.kind) ?? 0) + (right - left));
    }
    if (shares.size) flush();
  }
}

function upright(pen: CanvasRenderingContext2D, x: number, height: number, ink: string): void {
  if (x < NAMES) return;
  pen.strokeStyle = ink;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(x, TOP - 6);
  pen.lineTo(x, height);
  pen.stroke();
}

/** Round numbers between two. */
function ticks(from: number, to: number, most: number): number[] {
  const rough = (to - from) / Math.max(2, most);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power;
  const all: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) all.push(at);
  return all;
}
