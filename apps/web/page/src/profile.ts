// What every line costs: the table of a profile, its remarks, and the bars beside the text.

import { count, el, fill } from "./dom";

interface Row {
  line: number | null; address?: number; text: string; instructions: number; active_lanes: number; lane_slots: number;
  divergent_branches?: number; transactions?: number; ideal_transactions?: number;
  wave_cycles?: number; bank_conflicts?: number; stalls?: Record<string, number>;
}
export interface ProfileData {
  lanes: number; stats: Record<string, number>; lines?: Row[]; instructions: Row[];
  remarks: { kind: string; line: number | null; text: string }[];
  roofline?: { cycles: number; intensity: number; achieved_operations_per_cycle: number; bound_operations_per_cycle: number; peak_operations_per_cycle: number };
  cycles_left_out: boolean;
}

/** Rows that are shown; who wants all of them has the command line. */
const MOST = 300;

const weight = (row: Row): number => row.wave_cycles ?? row.instructions;
const rowsOf = (profile: ProfileData): Row[] => profile.lines ?? profile.instructions;
const total = (rows: Row[]): number => Math.max(1, rows.reduce((sum, row) => sum + weight(row), 0));
const worst = (row: Row): [string, number] | undefined => Object.entries(row.stalls ?? {}).sort((a, b) => b[1] - a[1])[0];
const lanes = (row: Row): string => (row.lane_slots ? `${Math.round(100 * row.active_lanes / row.lane_slots)} %` : "");

/** Hot lines, as shares of the hottest, with a sentence for each. */
export function bars(profile: ProfileData): Map<number, [number, string]> {
  const rows = (profile.lines ?? []).filter((row) => row.line !== null && row.instructions > 0);
  const most = Math.max(1, ...rows.map(weight));
  const all = total(rows);
  return new Map(rows.map((row) => {
    const of = row.wave_cycles === undefined ? "instructions" : "wave-cycles";
    const waits = worst(row);
    const parts = [`${(100 * weight(row) / all).toFixed(1)} % of all ${of}, issued ${count(row.instructions)} times`,
      profile.lanes > 1 && row.lane_slots > 0 && `${lanes(row)} of the lanes active`, waits && `mostly waiting for ${waits[0].replaceAll("_", " ")}`];
    return [row.line as number, [weight(row) / most, parts.filter(Boolean).join(", ")]];
  }));
}

export class Profiles {
  readonly element = el("div", { class: "profile" });

  constructor(private goTo: (line: number) => void, private ask: () => void) {
    this.empty();
  }

  empty(): void {
    fill(this.element, el("div", { class: "empty" },
      el("p", {}, "A profile counts what every line costs: how often it was issued and with how many lanes, what it did to memory, and where the instruction set has a cycle model, how long waves waited for what."),
      el("p", {}, el("button", { click: () => this.ask() }, "Profile this kernel"))));
  }

  show(profile: ProfileData): void {
    const rows = rowsOf(profile).filter((row) => row.instructions > 0).sort((a, b) => weight(b) - weight(a));
    const all = total(rows);
    const timed = rows.some((row) => row.wave_cycles !== undefined);
    const some = (n: number | undefined) => (n ? count(n) : "");
    const columns: [string, string, (row: Row) => string][] = [
      ["issued", "How often waves issued it", (row) => count(row.instructions)],
      ["lanes", "Active lanes of all", lanes],
      ["divergent", "Branches on which lanes parted", (row) => some(row.divergent_branches)],
      ["transactions", "Segments of 128 bytes, and those that the bytes would fill", (row) => (row.transactions ? `${count(row.transactions)} of ${count(row.ideal_transactions ?? 0)}` : "")],
      ...(timed ? [["wave-cycles", "Cycles that waves spent at it", (row: Row) => some(row.wave_cycles)],
        ["waiting for", "The largest of its stalls", (row: Row) => { const it = worst(row); return it ? `${it[0].replaceAll("_", " ")} ${Math.round(100 * it[1] / Math.max(1, row.wave_cycles ?? 1))} %` : ""; }],
        ["conflicts", "Accesses that waited for another one to the same bank", (row: Row) => some(row.bank_conflicts)]] as [string, string, (row: Row) => string][] : []),
    ];
    const used = columns.filter(([, , value]) => rows.some((row) => value(row) !== ""));
    fill(this.element,
      profile.remarks.length > 0 && el("h2", {}, "Remarks"),
      ...profile.remarks.map((it) => el("div", { class: "finding info" }, el("p", {},
        it.line ? el("button", { class: "plain", click: () => this.goTo(it.line as number) }, it.text) : it.text))),
      el("h2", {}, timed ? "Wave-cycles by line" : "Issues by line"),
      el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Lines by cost" }, el("table", { class: "stats rows" },
        el("thead", {}, el("tr", {}, ...[["line", ""], ["share", timed ? "Of all wave-cycles" : "Of all issues"], ...used].map(([name, title]) => el("th", { scope: "col", title: String(title) }, String(name))),
          el("th", { scope: "col", class: "text" }, "source"))),
        el("tbody", {}, ...rows.slice(0, MOST).map((row) => {
          const share = 100 * weight(row) / all;
          const bar = el("span", { class: "bar-share", "aria-hidden": "true" });
          bar.style.width = `${Math.max(1, 0.6 * share)}px`;
          return el("tr", {},
            el("td", { class: "mono" }, row.line ? el("button", { class: "plain", click: () => this.goTo(row.line as number) }, String(row.line)) : row.address !== undefined ? `0x${row.address.toString(16)}` : ""),
            el("td", { class: "mono share" }, bar, `${share.toFixed(1)} %`),
            ...used.map(([, , value]) => el("td", { class: "mono" }, value(row))),
            el("td", { class: "mono text" }, row.text.trim()));
        })))),
      rows.length > MOST && el("p", { class: "empty" }, `${count(rows.length - MOST)} cheaper lines are not shown.`),
      profile.cycles_left_out && el("p", { class: "empty" }, "Cycles are left out of so long a launch."),
      profile.roofline && el("p", { class: "empty" }, roofline(profile.roofline)));
  }
}

function roofline(it: NonNullable<ProfileData["roofline"]>): string {
  const by = it.bound_operations_per_cycle < it.peak_operations_per_cycle ? "bandwidth" : "lanes";
  return `${count(it.cycles)} cycles; ${it.achieved_operations_per_cycle.toFixed(2)} lane operations a cycle of at most ${it.bound_operations_per_cycle.toFixed(0)}, which ${by} allows at ${it.intensity.toFixed(2)} a byte.`;
}
