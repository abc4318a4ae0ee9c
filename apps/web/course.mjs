// Reads the lessons and runs them: every number in their text is the engine's, every solution passes its
// test and no start does. The site is not built otherwise.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FENCE = /```(start|solution) (\w+)\n([\s\S]*?)```\n?/g;

/** One condition of a test: `passes`, `clean: why`, `cycles at most 450: why`. */
function condition(line) {
  const [what, why = ""] = line.split(/: (.*)/s);
  if (what === "passes" || what === "clean") return { what, why };
  const limit = /^(\w+) at most (\d+)$/.exec(what);
  if (!limit || !why) throw new Error(`a test cannot say "${line}"`);
  return { what: limit[1], most: Number(limit[2]), why };
}

function read(name, text) {
  const kernels = {};
  const rest = text.replace(FENCE, (_, which, isa, kernel) => {
    kernels[which] = { name: `${name}.${isa}`, text: kernel };
    return "";
  });
  const [, title, body, task, test] = /^# (.+)\n([\s\S]*)\n## Task\n([\s\S]*)\n## Test\n([\s\S]*)$/.exec(rest) ?? [];
  if (!title || !kernels.start || !kernels.solution) throw new Error("a lesson has a title, a task, a test, a start and a solution");
  const conditions = test.trim().split("\n").map((line) => condition(line.replace(/^- /, "")));
  return { id: name, title, body: body.trim(), task: task.trim(), conditions, ...kernels };
}

/** What a kernel does not fulfil, and what was counted. The page does the same. */
function judge(call, kernel, conditions) {
  const { json } = call({ op: "run", ...kernel });
  const failed = [];
  if (json.failed !== undefined) return { failed: [json.diagnostics[0].message], stats: {} };
  for (const { what, most, why } of conditions) {
    if (what === "passes") { if (!json.passed) failed.push("not as expected"); }
    else if (what === "clean") { if (call({ op: "check", ...kernel }).json.diagnostics.length) failed.push(why); }
    else if (json.stats[what] === undefined) throw new Error(`nothing counts ${what}`);
    else if (json.stats[what] > most) failed.push(why);
  }
  return { failed, stats: json.stats };
}

export function lessons(folder, call) {
  return readdirSync(folder).filter((name) => name.endsWith(".md")).sort().map((file) => {
    const name = file.replace(/\.md$/, "");
    try {
      const lesson = read(name, readFileSync(join(folder, file), "utf8"));
      const start = judge(call, lesson.start, lesson.conditions);
      const solution = judge(call, lesson.solution, lesson.conditions);
      if (!start.failed.length) throw new Error("what it starts with passes already");
      if (solution.failed.length) throw new Error(`the solution fails: ${solution.failed.join("; ")}`);
      const numbers = (text) => text.replace(/\{(start|solution)\.(\w+)(%?)\}/g, (_, which, what, percent) => {
        const value = (which === "start" ? start : solution).stats[what];
        if (value === undefined) throw new Error(`nothing counts ${what}`);
        return percent ? `${Math.round(100 * value)} %` : value.toLocaleString("en-US");
      });
      return { ...lesson, body: numbers(lesson.body), task: numbers(lesson.task) };
    } catch (error) {
      throw new Error(`${file}: ${error.message}`);
    }
  });
}
