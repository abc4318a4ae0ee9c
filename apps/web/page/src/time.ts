// A run that is gone along: the slider, steps, breakpoints. One question at a time is under way; of
// moments that are dragged over, the last is what counts.

import { type Engine, Stopped } from "./engine";
import { byId, count, el, fill, say } from "./dom";
import type { Finding } from "./editor";
import type { Path, State, Subject } from "./views";

/** Instructions of a slice of recording: short enough that a drag in between feels like nothing. */
const SLICE = 400_000;
/** Instructions that are recorded of a run; who wants more, asks for it. */
const RECORDED = 40_000_000;

export interface Shown { subject: Subject; state: State; bytes: Uint8Array }

export class Time {
  subject: Subject | undefined;
  state: State | undefined;
  private slider = byId<HTMLInputElement>("slider");
  private moment = byId("moment");
  private where = byId("where");
  private furthest = 0;
  private over = false;
  private recording = 0;
  private wanted: number | undefined;
  private busy = false;
  /** What is shown is not all that is asked for: another array, another mode. */
  private stale = false;
  private turn: Promise<void> = Promise.resolve();
  private rest = 0;
  private most = RECORDED;
  /** What of registers and memory is to come with each state. */
  request: () => object = () => ({});
  onstate: (shown: Shown) => void = () => {};
  onpath: (subject: Subject, path: Path) => void = () => {};
  ontrap: (found: Finding[]) => void = () => {};
  onclose: () => void = () => {};
  onbusy: (busy: boolean) => void = () => {};
  /** The slider rests at a moment: what takes longer than a frame may be asked for. */
  onrest: (state: State) => Promise<void> = async () => {};

  constructor(private engine: Engine) {
    this.slider.addEventListener("input", () => void this.seek(Number(this.slider.value)));
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-move]")) {
      button.addEventListener("click", () => void this.move(button.dataset.move as string));
    }
    this.enable();
  }

  get isOpen(): boolean {
    return this.subject !== undefined;
  }

  private enable(): void {
    const off = !this.isOpen;
    this.slider.disabled = off;
    for (const button of document.querySelectorAll<HTMLButtonElement>("[data-move]")) button.disabled = off;
  }

  close(): void {
    this.recording++;
    this.busy = false;
    this.wanted = undefined;
    if (!this.subject) return;
    this.subject = this.state = undefined;
    this.enable();
    this.onbusy(false);
    this.moment.textContent = "no run yet";
    fill(this.where);
    this.onclose();
  }

  /** Opens a run, records it in slices, and stands at `at`. */
  async open(kernel: { name: string; text: string }, stops: number[], at = 0): Promise<void> {
    this.close();
    const run = this.recording;
    const { json } = await this.engine.ask({ op: "open", ...kernel });
    if (run !== this.recording || json.failed !== undefined) return;
    this.subject = json as Subject;
    this.furthest = 0;
    this.over = false;
    this.most = RECORDED;
    this.slider.max = "0";
    this.enable();
    await this.engine.ask({ op: "breakpoints", lines: stops });
    await this.record(run, at);
  }

  private async record(run: number, at: number): Promise<void> {
    let shown = false;
    this.onbusy(true);
    try {
      while (run === this.recording && !this.over && this.furthest < this.most) {
        const { json } = await this.engine.ask({ op: "advance", by: SLICE });
        if (run !== this.recording) return;
        this.furthest = json.time;
        this.over = json.over;
        this.slider.max = String(this.furthest);
        if (json.trap) this.ontrap(json.trap);
        if (!shown && (this.over || this.furthest >= at)) {
          shown = true;
          await this.seek(at);
        } else this.title();
        if (this.wanted === undefined && this.over) await this.settle();
      }
      if (run === this.recording && !shown) await this.seek(at);
    } catch (error) {
      if (!(error instanceof Stopped) && run === this.recording) {
        say((error as Error).message);
        this.close();
      }
    } finally {
      if (run === this.recording) this.onbusy(false);
    }
  }

  /** Goes no further; what was recorded stays. */
  stopRecording(): boolean {
    if (!this.isOpen || this.over) return false;
    this.most = this.furthest;
    return true;
  }

  async breakpoints(lines: number[]): Promise<void> {
    if (this.isOpen) await this.engine.ask({ op: "breakpoints", lines }).catch(() => {});
  }

  seek(time: number): Promise<void> {
    this.wanted = time;
    this.slider.value = String(time);
    return this.inTurn(async () => {
      const to = this.wanted;
      if (to === undefined) return;
      await this.question({ op: "seek", time: to });
      if (this.wanted === to) this.wanted = undefined;
    });
  }

  async move(how: string, more: object = {}): Promise<void> {
    if (!this.isOpen) return;
    if (how === "start") return this.seek(0);
    if (how === "end") return this.seek(this.furthest);
    if (this.busy) return;
    await this.inTurn(() => this.question({ op: "move", how, ...more }));
  }

  select(group: number[], wave: number, lane: number): Promise<void> {
    return this.inTurn(() => this.question({ op: "select", group, wave, lane }));
  }

  refresh(): Promise<void> {
    this.stale = true;
    return this.inTurn(async () => {
      if (this.stale) await this.question({ op: "state" });
    });
  }

  /** After everything that was asked before. What a later question makes needless sees that when its turn comes. */
  private inTurn(ask: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(ask);
    return this.turn;
  }

  private async question(json: object): Promise<void> {
    if (!this.isOpen) return;
    const run = this.recording;
    this.busy = true;
    this.stale = false;
    try {
      const answer = await this.engine.ask({ ...json, ...this.request() });
      if (run !== this.recording || !this.subject) return;
      this.state = answer.json as State;
      this.furthest = Math.max(this.furthest, this.state.furthest);
      this.slider.max = String(this.furthest);
      if (this.wanted === undefined || "how" in json) this.slider.value = String(this.state.time);
      this.title();
      this.onstate({ subject: this.subject, state: this.state, bytes: answer.bytes });
      for (const reason of answer.json.reasons ?? []) {
        if (reason.trap) this.ontrap(reason.trap);
        else if (!["step", "breakpoint", "end", "start", "waits"].includes(reason.what)) say(reason.what);
        if (reason.what === "end") say("The run has ended here");
        if (reason.what === "start") say("The run begins here");
      }
    } catch (error) {
      if (run === this.recording && !(error instanceof Stopped)) say((error as Error).message);
    } finally {
      if (run === this.recording) this.busy = false;
    }
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => void this.settle(), 60);
  }

  /** What takes longer than a frame is asked for when the slider rests. */
  private async settle(): Promise<void> {
    const { subject, state } = this;
    if (!subject || !state || this.busy || this.wanted !== undefined) return;
    const run = this.recording;
    await this.onrest(state).catch(() => {});
    if (!state.selected || this.busy || this.state !== state || run !== this.recording) return;
    const { json } = await this.engine.ask({ op: "path", before: 60, after: 40 }).catch(() => ({ json: null }));
    if (json && run === this.recording && this.state === state) this.onpath(subject, json as Path);
  }

  private title(): void {
    const { state, subject } = this;
    const all = this.over ? count(this.furthest) : `${count(this.furthest)}…`;
    this.moment.textContent = `${count(state?.time ?? 0)} / ${all}`;
    this.slider.setAttribute("aria-valuetext", `moment ${count(state?.time ?? 0)} of ${count(this.furthest)}`);
    if (!state || !subject) return;
    const wave = state.waves.find((it) => it.wave === state.selected?.wave && it.group.join() === state.selected.group.join());
    if (!wave) {
      fill(this.where, state.ended ? `Every ${subject.wave} has ended` : "");
      return;
    }
    const text = wave.inst === null ? "" : subject.insts[wave.inst]?.[2] ?? "";
    const lanes = subject.lanes > 1 ? `${[...wave.exec].reduce((n, c) => n + [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4][parseInt(c, 16)], 0)} of ${subject.lanes} lanes` : "";
    const workgroup = subject.grid.some((n) => n > 1) ? `workgroup (${wave.group.join(",")}), ` : "";
    fill(this.where, wave.line ? `line ${wave.line}  ` : "", el("b", {}, text), `  ${workgroup}${subject.wave} ${wave.wave}, ${[wave.status, lanes].filter(Boolean).join(", ")}`);
  }
}
