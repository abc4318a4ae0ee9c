// Where a value comes from: who wrote it, of what, and so on back to what the run began with.

import { count, el, fill } from "./dom";

export interface Asked { of: string; time: number; group: number[]; wave: number; lane: number }
interface Written { time: number; line: number | null; text: string; group: number[]; wave: number; lane: number | null }
interface Answer { of: string; value: string | null; origin: Written | null; sources?: { of: string; value: string | null }[] }

export class Origins {
  constructor(
    private element: HTMLElement,
    private ask: (asked: Asked) => Promise<Answer>,
    private goTo: (line: number, time: number, group: number[], wave: number) => void,
    private until: (how: "changes" | "changed", asked: Asked) => void,
  ) {}

  hide(): void {
    this.element.hidden = true;
  }

  async show(asked: Asked): Promise<void> {
    const list = el("ul");
    fill(this.element,
      el("header", {}, el("h2", {}, "Where it comes from"), el("div", { class: "group" },
        el("button", { click: () => this.until("changed", asked), title: "Back to where this value last changed" }, "Last change"),
        el("button", { click: () => this.until("changes", asked), title: "On to where this value changes next" }, "Next change"),
        el("button", { click: () => this.hide(), "aria-label": "Close" }, "Close"))), list);
    this.element.hidden = false;
    await this.branch(list, asked, 0);
  }

  private async branch(list: HTMLElement, asked: Asked, depth: number): Promise<void> {
    const item = el("li", {}, el("span", { class: "value" }, asked.of), " …");
    list.append(item);
    let answer: Answer;
    try {
      answer = await this.ask(asked);
    } catch (error) {
      fill(item, el("span", { class: "value" }, asked.of), el("span", { class: "by" }, (error as Error).message));
      return;
    }
    const { origin, value } = answer;
    const equals = value === null ? "" : ` = ${value}`;
    const lane = asked.lane >= 0 && !/[\[]/.test(asked.of) ? ` in lane ${asked.lane}` : "";
    if (!origin) {
      fill(item, el("span", { class: "value" }, asked.of, equals), el("span", { class: "by" }, `${lane ? `was so${lane}` : "was so"} when the run began`));
      return;
    }
    const where = el("span", { class: "by" }, "written ");
    if (origin.line) {
      where.append("by ", el("button", { class: "plain", click: () => this.goTo(origin.line as number, origin.time, origin.group, origin.wave) },
        `line ${origin.line} at moment ${count(origin.time)}`));
    } else where.append(`at moment ${count(origin.time)}`);
    where.append(origin.lane !== null ? `, lane ${origin.lane}` : "", ": ", el("code", {}, origin.text ?? ""));
    fill(item, el("span", { class: "value" }, asked.of, equals), lane, where);
    const sources = answer.sources ?? [];
    if (!sources.length) return;
    const below = el("ul");
    item.append(below);
    const next = (of: string): Asked => ({ of, time: origin.time, group: origin.group, wave: origin.wave, lane: origin.lane ?? asked.lane });
    for (const source of sources) {
      if (depth < 1) {
        await this.branch(below, next(source.of), depth + 1);
        continue;
      }
      const known = source.value === null ? "" : ` = ${source.value}`;
      const more = el("li", {}, el("button", { class: "plain", click: () => void open(), title: "Where this comes from" }, `from ${source.of}${known}`));
      const open = async () => {
        const inner = el("ul");
        fill(more, inner);
        await this.branch(inner, next(source.of), depth);
      };
      below.append(more);
    }
  }
}
