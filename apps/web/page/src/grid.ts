// A table of cells on a canvas: any number of rows and columns, drawn only where one looks.

import { el } from "./dom";

export interface Cells {
  rows: number;
  columns: number;
  /** Pixels of a column and of the names of rows. */
  width: number;
  names: number;
  name(row: number): string;
  head(column: number): string;
  text(row: number, column: number): string;
  /** The colour behind a cell, and that of its text. */
  paint?(row: number, column: number): string | undefined;
  ink?(row: number, column: number): string | undefined;
  note?(row: number): string;
  /** What a cell is in words, where its text does not say enough. */
  describe?(row: number, column: number): string;
  /** A column with a frame around it. */
  frame?: number;
}

const HEIGHT = 22;
const TOP = 22;

/** The colours of the page, as the theme has them. */
const known = new Map<string, string>();
export function colour(name: string): string {
  let value = known.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    known.set(name, value);
  }
  return value;
}
/** The theme has changed. */
export const forgetColours = (): void => known.clear();

export class Grid {
  readonly element: HTMLElement;
  private canvas = el("canvas");
  private room = el("div", { class: "room" });
  private cells: Cells | undefined;
  private at = { row: 0, column: 0 };
  private queued = false;
  onpick: (row: number, column: number) => void = () => {};

  constructor(label: string, private height = HEIGHT) {
    this.element = el("div", { class: "grid", tabindex: "0", role: "application", "aria-roledescription": "grid", "aria-label": label }, this.room, this.canvas);
    this.canvas.setAttribute("aria-hidden", "true");
    this.element.addEventListener("scroll", () => this.draw());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("click", (event) => {
      const cell = this.under(event);
      if (cell) this.pick(cell.row, cell.column);
    });
    this.canvas.addEventListener("mousemove", (event) => {
      const cell = this.under(event);
      this.canvas.style.cursor = cell ? "pointer" : "default";
      this.canvas.title = cell ? this.words(cell.row, cell.column) : "";
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  show(cells: Cells): void {
    this.cells = cells;
    const { rows, columns } = cells;
    this.at = { row: Math.min(this.at.row, Math.max(rows - 1, 0)), column: Math.min(this.at.column, Math.max(columns - 1, 0)) };
    this.room.style.width = `${cells.names + columns * cells.width + (cells.note ? 260 : 8)}px`;
    this.room.style.height = `${TOP + rows * this.height + 8}px`;
    this.draw();
  }

  private under(event: MouseEvent): { row: number; column: number } | null {
    const { cells } = this;
    if (!cells) return null;
    const row = Math.floor((event.offsetY - TOP + this.element.scrollTop) / this.height);
    const column = Math.floor((event.offsetX - cells.names + this.element.scrollLeft) / cells.width);
    const inside = event.offsetY >= TOP && row >= 0 && row < cells.rows && column < cells.columns;
    // The name of a row stands for its first column.
    return inside ? { row, column: event.offsetX < cells.names ? 0 : Math.max(column, 0) } : null;
  }

  private words(row: number, column: number): string {
    const { cells } = this;
    if (!cells) return "";
    return `${cells.name(row)} ${cells.head(column)}: ${cells.describe?.(row, column) ?? cells.text(row, column)}`;
  }

  private pick(row: number, column: number): void {
    this.at = { row, column };
    this.draw();
    this.onpick(row, column);
  }

  private key(event: KeyboardEvent): void {
    const { cells } = this;
    if (!cells || !cells.rows || !cells.columns) return;
    const step: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.pick(this.at.row, this.at.column);
    else if (step[event.key]) {
      const [down, right] = step[event.key];
      const within = (n: number, end: number) => Math.max(0, Math.min(end - 1, n));
      this.at = { row: within(this.at.row + down, cells.rows), column: within(this.at.column + right, cells.columns) };
      this.reveal();
      this.draw();
      this.element.setAttribute("aria-label", this.words(this.at.row, this.at.column));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private reveal(): void {
    const { cells, element } = this;
    if (!cells) return;
    const y = this.at.row * this.height;
    const x = this.at.column * cells.width;
    if (y < element.scrollTop) element.scrollTop = y;
    else if (y + this.height + TOP > element.scrollTop + element.clientHeight) element.scrollTop = y + this.height + TOP - element.clientHeight;
    if (x < element.scrollLeft) element.scrollLeft = x;
    else if (x + cells.width + cells.names > element.scrollLeft + element.clientWidth) element.scrollLeft = x + cells.width + cells.names - element.clientWidth;
  }

  draw(): void {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.paint();
    });
  }

  private paint(): void {
    const { cells, canvas, element } = this;
    const width = element.clientWidth;
    const height = element.clientHeight;
    if (!cells || !width || !height) return;
    const scale = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const [sheet, ink, soft, line, water] = ["sheet", "ink", "soft", "line", "water"].map(colour);
    pen.fillStyle = sheet;
    pen.fillRect(0, 0, width, height);
    const mono = colour("mono");
    pen.textBaseline = "middle";
    const { scrollLeft: left, scrollTop: top } = element;
    const [row0, row1] = [Math.floor(top / this.height), Math.min(cells.rows, Math.ceil((top + height) / this.height))];
    const [col0, col1] = [Math.floor(left / cells.width), Math.min(cells.columns, Math.ceil((left + width) / cells.width))];
    const narrow = cells.width < 30;
    const size = this.height < 18 ? 9.5 : 12;
    pen.font = `${size}px ${mono}`;
    for (let row = row0; row < row1; row++) {
      const y = TOP + row * this.height - top;
      for (let column = col0; column < col1; column++) {
        const x = cells.names + column * cells.width - left;
        const behind = cells.paint?.(row, column);
        if (behind) {
          pen.fillStyle = behind;
          pen.fillRect(x + (narrow ? 1 : 0), y + 1, cells.width - (narrow ? 1 : 2), this.height - 2);
        }
        if (!narrow) {
          pen.fillStyle = cells.ink?.(row, column) ?? ink;
          pen.textAlign = "right";
          pen.fillText(cells.text(row, column), x + cells.width - 8, y + this.height / 2 + 0.5, cells.width - 10);
        }
      }
      if (cells.note) {
        pen.fillStyle = soft;
        pen.textAlign = "left";
        pen.fillText(cells.note(row), cells.names + cells.columns * cells.width - left + 10, y + this.height / 2 + 0.5);
      }
    }
    // Names and heads stay where they are; cells go beneath them.
    pen.fillStyle = sheet;
    pen.fillRect(0, 0, cells.names, height);
    pen.fillRect(0, 0, width, TOP);
    pen.fillStyle = soft;
    pen.textAlign = "left";
    for (let row = row0; row < row1; row++) {
      const y = TOP + row * this.height - top;
      if (y >= TOP - this.height / 2) pen.fillText(cells.name(row), 12, y + this.height / 2 + 0.5, cells.names - 16);
    }
    pen.font = `10.5px ${mono}`;
    pen.textAlign = narrow ? "center" : "right";
    for (let column = col0; column < col1; column++) {
      if (cells.width < 20 && column % 8 !== 0 && column !== cells.columns - 1) continue;
      const x = cells.names + column * cells.width - left;
      if (x >= cells.names - cells.width / 2) pen.fillText(cells.head(column), narrow ? x + cells.width / 2 : x + cells.width - 8, TOP / 2 + 1);
    }
    pen.strokeStyle = line;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(0, TOP - 0.5);
    pen.lineTo(width, TOP - 0.5);
    pen.stroke();
    if (cells.frame !== undefined) {
      const at = cells.names + cells.frame * cells.width - left;
      const bottom = Math.min(height, TOP + cells.rows * this.height - top);
      pen.strokeStyle = ink;
      pen.lineWidth = 2;
      if (at >= cells.names - 1) pen.strokeRect(at, TOP, cells.width, bottom - TOP);
    }
    const x = cells.names + this.at.column * cells.width - left;
    const y = TOP + this.at.row * this.height - top;
    if (cells.rows && cells.columns && y >= TOP - 2 && x >= cells.names - 2) {
      pen.strokeStyle = water;
      pen.lineWidth = 1.5;
      pen.strokeRect(x + 0.5, y + 0.5, cells.width - 1, this.height - 1);
    }
  }

  select(row: number, column: number): void {
    this.at = { row, column };
    this.draw();
  }
}

/** From low to high: the sheet, water, deep water. */
export function heatColour(share: number): string {
  const step = Math.round(16 * Math.max(0, Math.min(1, share)));
  return `color-mix(in srgb, ${colour("lane-on")} ${8 + 5.5 * step}%, ${colour("sheet")})`;
}
