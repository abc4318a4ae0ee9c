// What came of a run or a check.

import type { Finding } from "./editor";
import { count, el, fill } from "./dom";

export interface Output { name: string; type: string; shape: string; count: number; from: number; bytes: number }

const NAMES: Record<string, string> = {
  instructions: "instructions issued", lane_utilisation: "lanes at work", lane_instructions: "lane instructions",
  workgroups: "workgroups", waves: "waves",
};

export class Results {
  readonly element = el("div");
  /** What the last run counted, and what the one that it is compared with did. */
  stats: Record<string, unknown> | null = null;
  pinned: Record<string, unknown> | null = null;
  constructor(private goTo: (line: number) => void) {
    fill(this.element, el("div", { class: "empty" },
      el("p", {}, "Run carries the kernel out and compares what it computed with what its header expects. ",
        "Afterwards drag the bar below through the run, and watch lanes, registers and memory change."),
      el("p", {}, el("kbd", {}, "Ctrl+Enter"), " run · ", el("kbd", {}, "F10"), " step · ", el("kbd", {}, "Shift+F10"), " step back · ",
        el("kbd", {}, "F9"), " breakpoint · click any value to see where it comes from"),
      el("p", {}, "Nothing is sent anywhere: the engine runs in this page.")));
  }

  busy(text: string): void {
    fill(this.element, el("p", { class: "verdict" }, text));
  }

  sentence(text: string, kind = "bad"): void {
    fill(this.element, el("p", { class: `verdict ${kind}` }, text));
  }

  run(json: any, bytes: Uint8Array): void {
    if (json.failed !== undefined) {
      const kind = json.failed === 3 ? "The kernel trapped" : json.failed === 4 ? "The kernel uses something that is not modelled" : "The kernel cannot be run";
      fill(this.element, el("p", { class: "verdict bad" }, kind), ...this.findings(json.diagnostics), json.text && el("pre", { class: "out" }, json.text));
      return;
    }
    const n = json.expected as number;
    const verdict = !json.passed ? ["bad", "Not as expected"] : n === 0 ? ["", "Ran to its end"]
      : ["good", n === 1 ? "Passed: the result is as expected" : `Passed: all ${n} results are as expected`];
    const outputs = json.outputs as Output[];
    fill(this.element,
      el("p", { class: `verdict ${verdict[0]}` }, verdict[1]),
      ...this.findings(json.diagnostics),
      json.text && el("h2", {}, "Results"),
      json.text && el("pre", { class: "out", tabindex: "0", "aria-label": "Results" }, json.text),
      outputs.length > 0 && el("div", { class: "downloads" }, ...outputs.map((it) =>
        el("button", { click: () => download(`${it.name}.npy`, bytes.slice(it.from, it.from + it.bytes)), title: `${it.type}${it.shape}, as a file for NumPy` }, `${it.name}.npy`))),
      el("h2", {}, "Counted"),
      stats(this.stats = json.stats, this.pinned),
      el("div", { class: "downloads" },
        el("button", { click: () => download("results.json", encode(JSON.stringify({ stats: json.stats, passed: json.passed, text: json.text, diagnostics: json.diagnostics.map((it: Finding) => it.text) }, null, 2))), title: "What was counted and compared, as JSON" }, "results.json"),
        json.text && el("button", { click: () => download("results.txt", encode(json.text)), title: "Results as text" }, "results.txt")));
  }

  /** What a profile counted on the way. */
  profiled(counted: Record<string, unknown>, passed: boolean): void {
    fill(this.element,
      el("p", { class: `verdict ${passed ? "good" : "bad"}` }, passed ? "Profiled: the run came to its end as expected" : "Profiled: the results are not as expected"),
      el("h2", {}, "Counted"),
      stats(this.stats = counted, this.pinned));
  }

  check(json: any): void {
    const found = json.diagnostics as Finding[];
    const verdict = json.failed !== undefined ? ["bad", "The run did not get to its end"]
      : found.length === 0 ? ["good", "Nothing found"] : ["warn", found.length === 1 ? "One finding" : `${found.length} findings`];
    fill(this.element,
      el("p", { class: `verdict ${verdict[0]}` }, verdict[1]),
      ...this.findings(found),
      json.intended_races > 0 && el("p", {}, `${json.intended_races} races are marked as meant.`),
      json.checked && el("p", { class: "empty" }, json.checked));
  }

  private findings(all: Finding[]): HTMLElement[] {
    return all.map((it) => el("div", { class: `finding ${it.severity}` },
      el("p", { class: "what" }, it.message, it.code && el("span", { class: "code" }, it.code)),
      it.labels.length > 0 && el("ul", {}, ...it.labels.map((label) => el("li", {},
        label.file ? `${label.file}:${label.line}` : el("button", { class: "plain", click: () => this.goTo(label.line) }, `line ${label.line}`),
        label.text && ` ${label.text}`))),
      ...it.help.map((help) => el("p", { class: "help" }, help))));
  }
}

function stats(all: Record<string, unknown>, pinned: Record<string, unknown> | null): HTMLElement {
  const names = new Set([...Object.keys(all), ...Object.keys(pinned ?? {})]);
  const number = (of: Record<string, unknown> | null, name: string) => (typeof of?.[name] === "number" ? (of[name] as number) : 0);
  const rows = [...names].filter((name) => number(all, name) !== 0 || number(pinned, name) !== 0);
  const shown = (name: string, value: number) => (name.includes("utilisation") ? `${(100 * value).toFixed(1)} %` : count(value));
  const change = (name: string) => {
    const [now, then] = [number(all, name), number(pinned, name)];
    return now === then ? "same" : then === 0 ? "" : `${now > then ? "+" : "−"}${(100 * Math.abs(now / then - 1)).toFixed(1)} %`;
  };
  return el("table", { class: "stats" },
    pinned && el("thead", {}, el("tr", {}, ...["", "pinned", "this", "change"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, ...rows.map((name) => el("tr", {},
      el("td", {}, NAMES[name] ?? name.replaceAll("_", " ")),
      pinned && el("td", { class: "mono" }, shown(name, number(pinned, name))),
      el("td", { class: "mono" }, shown(name, number(all, name))),
      pinned && el("td", { class: "mono" }, change(name))))));
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

export function download(name: string, bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([bytes as BlobPart]));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
