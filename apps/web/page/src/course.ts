// Lessons: a text, a kernel to change, a test that says what is wrong, a solution.

import { el, fill, markdown, say } from "./dom";

interface Kernel { name: string; text: string }
interface Lesson {
  id: string; title: string; body: string; task: string; start: Kernel; solution: Kernel;
  conditions: { what: string; most?: number; why: string }[];
}
type Ask = (json: object) => Promise<any>;

export class Course {
  readonly element = el("div", { class: "course" });
  private lessons: Lesson[] = [];
  private done = new Set<string>();

  constructor(
    private ask: Ask,
    private open: (kernel: Kernel) => void,
    private current: () => Kernel,
    private keep: (done: string) => void,
    kept: string | null,
  ) {
    for (const id of (kept ?? "").split(" ")) this.done.add(id);
  }

  async load(): Promise<void> {
    this.lessons = await (await fetch("course.json")).json();
    this.list();
  }

  private list(): void {
    fill(this.element,
      el("h2", {}, "From one thread to occupancy, in ten lessons"),
      el("ol", { class: "lessons" }, ...this.lessons.map((lesson) => el("li", {},
        el("button", { class: "plain", click: () => this.show(lesson) }, lesson.title),
        this.done.has(lesson.id) && el("span", { class: "tick", title: "solved" }, " ✓ solved")))));
  }

  private show(lesson: Lesson): void {
    const at = this.lessons.indexOf(lesson);
    const outcome = el("div", { role: "status", "aria-live": "polite" });
    const next = this.lessons[at + 1];
    this.open(lesson.start);
    fill(this.element,
      el("p", {}, el("button", { class: "plain", click: () => this.list() }, "← All lessons")),
      el("h2", {}, `Lesson ${at + 1}: ${lesson.title}`),
      markdown(lesson.body),
      el("h2", {}, "Task"),
      markdown(lesson.task),
      el("div", { class: "group" },
        el("button", { class: "primary", id: "lesson-test", click: () => void this.test(lesson, outcome) }, "Test"),
        el("button", { click: () => this.open(lesson.start) }, "Start again"),
        el("button", { id: "lesson-solution", click: () => { this.open(lesson.solution); say("This is one solution. Test it, or change it."); } }, "Solution"),
        next && el("button", { click: () => this.show(next) }, "Next lesson")),
      outcome);
    this.element.closest('[role="tabpanel"]')?.scrollTo(0, 0);
  }

  private async test(lesson: Lesson, outcome: HTMLElement): Promise<void> {
    fill(outcome, el("p", { class: "verdict" }, "Testing…"));
    const kernel = this.current();
    let wrong: string[];
    try {
      wrong = await this.judge(lesson, kernel);
    } catch (error) {
      fill(outcome, el("p", { class: "verdict bad" }, (error as Error).message));
      return;
    }
    if (!wrong.length) {
      this.done.add(lesson.id);
      this.keep([...this.done].filter(Boolean).join(" "));
    }
    fill(outcome, wrong.length
      ? el("div", {}, el("p", { class: "verdict bad" }, "Not yet"), ...wrong.map((why) => el("div", { class: "finding" }, el("p", {}, why))))
      : el("p", { class: "verdict good" }, "Solved"));
  }

  private async judge(lesson: Lesson, kernel: Kernel): Promise<string[]> {
    const first = (found: any) => found.diagnostics[0];
    const sentence = (it: any) => [it.message, it.labels[0]?.text].filter(Boolean).join(": ") + (it.labels[0] ? ` (line ${it.labels[0].line})` : "");
    // A kernel that never ends is no solution.
    const run = await this.ask({ op: "run", max_instructions: 5_000_000, ...kernel });
    if (run.failed !== undefined) return [sentence(first(run))];
    const wrong: string[] = [];
    for (const { what, most, why } of lesson.conditions) {
      if (what === "passes") {
        if (run.expected === 0) wrong.push("The line of the header that says what is expected is gone.");
        else if (!run.passed) wrong.push(sentence(run.diagnostics.find((it: any) => it.code === "expectation") ?? first(run)));
      } else if (what === "clean") {
        const found = await this.ask({ op: "check", max_instructions: 5_000_000, ...kernel });
        const other = found.diagnostics.find((it: any) => it.code !== "expectation");
        if (other) wrong.push(`${capital(why)}: ${sentence(other)}`);
      } else if ((run.stats[what] ?? 0) > (most as number)) {
        wrong.push(`${capital(why)}: ${run.stats[what]} ${what.replaceAll("_", " ")}, where ${most} will do.`);
      }
    }
    return wrong;
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
