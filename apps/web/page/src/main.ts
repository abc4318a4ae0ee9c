// The workbench: an editor, a run, and what is seen of it.

import { Engine, files, Stopped } from "./engine";
import { Editor, type Finding } from "./editor";
import { Bring } from "./bring";
import { Course } from "./course";
import { byId, count, el, fill, say } from "./dom";
import { forgetColours } from "./grid";
import * as link from "./link";
import { Memory } from "./memory";
import { Origins } from "./origin";
import { Past } from "./past";
import { bars, type ProfileData, Profiles } from "./profile";
import { Results } from "./results";
import { Time } from "./time";
import { Lanes, Registers } from "./views";
import { Waves } from "./waves";

interface Isa { name: string; aliases: string[]; title: string }
interface Example { name: string; title: string; isa: string; path: string; files: string[] }

// What is written, what is run, and what is worked out beside it each have an engine.
const texts = new Engine();
const runs = new Engine();
const aside = new Engine();
const menu = byId<HTMLSelectElement>("examples");
const stopButton = byId<HTMLButtonElement>("stop");
let running = "";

const editor = new Editor(byId("editor"), texts, [
  { key: "Ctrl-Enter", run: () => (void run(), true) },
  { key: "Ctrl-Shift-Enter", run: () => (void check(), true) },
]);
const results = new Results((line) => editor.goTo(line));
const lanes = new Lanes();
const registers = new Registers();
const memory = new Memory();
const waves = new Waves();
const profiles = new Profiles((line) => editor.goTo(line), () => void profile());
const past = new Past((name, text) => { menu.selectedIndex = -1; editor.open(name, text); });
const bring = new Bring(past, dropped, disassemble);
const time = new Time(runs);
const origins = new Origins(
  byId("origin"),
  async (asked) => (await runs.ask({ op: "origin", ...asked, lane: asked.lane >= 0 ? asked.lane : undefined })).json,
  (line, at, group, wave) => {
    editor.goTo(line);
    void time.seek(at).then(() => time.select(group, wave, time.state?.lane ?? 0));
  },
  (how, { of, group, wave, lane }) => void time.move(how, { of, group, wave, lane: lane >= 0 ? lane : undefined }),
);

const course = new Course(
  async (json) => (await runs.ask(json)).json,
  (kernel) => {
    history.replaceState(null, "", location.pathname + location.search);
    menu.selectedIndex = -1;
    editor.open(kernel.name, kernel.text);
  },
  () => ({ name: editor.name, text: editor.text }),
  (done) => store("course", done),
  stored("course"),
);

// Views.
const views: [string, string, HTMLElement, boolean][] = [
  ["results", "Results", results.element, false],
  ["lanes", "Lanes", el("div", { class: "split-one" }, lanes.legend(), lanes.element), true],
  ["registers", "Registers", registers.element, true],
  ["memory", "Memory", memory.element, true],
  ["waves", "Timeline", waves.element, true],
  ["profile", "Profile", profiles.element, false],
  ["course", "Course", course.element, false],
  ["open", "Open", bring.element, false],
];
// In a frame of another page there is one text, which is not changed.
const embedded = new URLSearchParams(location.search).has("embed");
if (embedded) views.splice(views.findIndex(([id]) => id === "course"), 2);
let tab = "results";
for (const [id, title, content, fills] of views) {
  byId("tabs").append(el("button", { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, click: () => show(id) }, title));
  const empty = el("div", { class: "empty" }, "Run the kernel, then drag the bar below through the run.");
  byId("panels").append(el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: fills ? "fill" : "", tabindex: fills ? "-1" : "0" },
    ...(fills ? [empty] : []), content));
  if (fills) content.hidden = true;
}
function show(id: string): void {
  if (!views.some(([name]) => name === id)) return;
  tab = id;
  for (const [name] of views) {
    const button = byId(`tab-${name}`);
    button.setAttribute("aria-selected", String(name === id));
    button.tabIndex = name === id ? 0 : -1;
    byId(`panel-${name}`).hidden = name !== id;
  }
  if (id !== "registers" && id !== "memory") origins.hide();
  if (id === "waves") void drawWaves();
  void time.refresh();
}
byId("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const at = views.findIndex(([name]) => name === tab);
  show(views[(at + step + views.length) % views.length][0]);
  byId(`tab-${tab}`).focus();
});
function open(shown: boolean): void {
  for (const [id, , content, fills] of views) {
    if (!fills) continue;
    content.hidden = !shown;
    const empty = byId(`panel-${id}`).querySelector<HTMLElement>(".empty");
    if (empty) empty.hidden = shown;
  }
}

time.request = () => ({
  registers: tab === "registers" ? registers.group : undefined,
  memory: tab === "memory" ? memory.wanted : undefined,
});
let opened: object | undefined;
time.onstate = ({ subject, state, bytes }) => {
  if (opened !== subject) {
    opened = subject;
    registers.open(subject);
    memory.open(subject);
    open(true);
    waves.by = subject.clock ? "cycles" : "moments";
    if (tab === "waves") void drawWaves();
    if (tab === "registers" || tab === "memory") void Promise.resolve().then(() => time.refresh());
  }
  const at = state.waves.find((it) => it.wave === state.selected?.wave && it.group.join() === state.selected.group.join());
  editor.setNow(at?.line ?? undefined, [...new Set(state.waves.filter((it) => it.status !== "ended").map((it) => it.line ?? 0))], true);
  if (tab === "lanes") lanes.show(subject, state);
  if (tab === "registers") registers.show(subject, state, bytes);
  if (tab === "memory") memory.show(state);
  waves.moment(state.time);
};
time.onrest = async (state) => {
  if (tab !== "memory" || !memory.wantsTouches) return;
  const { json } = await runs.ask({ op: "touches", memory: memory.wanted });
  if (time.state === state) memory.touched(json, state.time);
};
waves.onask = () => void drawWaves(true);
waves.onpick = (at, line) => {
  if (at !== undefined) void time.seek(at);
  else if (line) editor.goTo(line);
};

/** What the picture of the waves is of. */
let drawn = "";
async function drawWaves(again = false): Promise<void> {
  const { subject } = time;
  if (!subject || ran === null) return;
  const key = `${waves.by} ${ran.name}\n${ran.text}`;
  if (drawn === key && !again) return waves.draw();
  drawn = key;
  if (waves.by === "cycles" && !subject.clock) return waves.sentence(`${subject.isa} has no cycle model: Moments shows which ${subject.wave} issued when.`);
  waves.sentence("Drawing…");
  try {
    const { json, bytes } = await aside.ask({ op: "timeline", by: waves.by, ...ran, max_instructions: waves.by === "cycles" ? 4_000_000 : undefined });
    if (drawn !== key) return;
    if (json.failed !== undefined) waves.sentence(json.diagnostics[0]?.message ?? "This run cannot be drawn.");
    else waves.show(json, bytes, subject.lanes);
  } catch (error) {
    if (!(error instanceof Stopped)) waves.sentence((error as Error).message);
  }
}
time.onpath = (subject, path) => tab === "lanes" && lanes.path(subject, path);
time.ontrap = (found) => editor.mark(found);
time.onbusy = (busy) => { if (!running) stopButton.hidden = !busy; };
time.onclose = () => {
  editor.setNow(undefined, [], false);
  origins.hide();
  open(false);
};
registers.onchange = memory.onchange = () => void time.refresh();
lanes.onselect = (group, wave, lane) => void time.select(group, wave, lane);
lanes.onseek = (at) => void time.seek(at);
const from = (of: string, lane: number) => {
  const { state } = time;
  if (!state) return;
  const wave = state.selected ?? { group: [0, 0, 0], wave: 0 };
  void origins.show({ of, time: state.time, group: wave.group, wave: wave.wave, lane });
};
registers.onpick = (of, lane) => from(of, lane);
memory.onpick = (of) => from(of, time.state?.lane ?? 0);

// Running.
const kernel = () => ({ name: editor.name, text: editor.text });
function begin(what: string): void {
  time.close();
  running = what;
  stopButton.hidden = false;
  show("results");
  results.busy(what);
}
function done(): void {
  running = "";
  stopButton.hidden = true;
}
runs.onprogress = (instructions) => { if (running) results.busy(`${running} ${count(instructions)} instructions`); };

/** The kernel that the run at the bottom of the page is of. */
let ran: { name: string; text: string } | null = null;
async function run(at = 0): Promise<void> {
  if (running) return;
  begin("Running…");
  const asked = ran = kernel();
  try {
    const { json, bytes } = await runs.ask({ op: "run", ...asked });
    results.run(json, bytes);
    editor.mark(json.diagnostics as Finding[]);
    // A text that does not assemble has no run to go along; one that traps has.
    if (json.failed === undefined || json.failed === 3) {
      done();
      past.keep(asked.name, asked.text, json.failed !== undefined ? "trapped" : !json.passed ? "not as expected" : json.expected ? "passed" : "ran");
      if (json.failed === undefined && json.stats.instructions <= COUNTED) void costs(asked, json, bytes);
      await time.open(asked, editor.stops, at);
    }
  } catch (error) {
    failed(error, "The run was stopped.");
    if (error instanceof Stopped) {
      done();
      await time.open(asked, editor.stops, at).catch(() => {});
    }
  }
  if (running) done();
}

async function check(): Promise<void> {
  if (running) return;
  begin("Checking…");
  try {
    const { json } = await runs.ask({ op: "check", ...kernel() });
    results.check(json);
    editor.mark(json.diagnostics as Finding[]);
  } catch (error) {
    failed(error, "The check was stopped.");
  }
  done();
}

function failed(error: unknown, stopped: string): void {
  if (error instanceof Stopped) results.sentence(stopped, "warn");
  else results.sentence(`The engine gave up and was started again: ${(error as Error).message}`);
}

/** Kernels of so many instructions are counted by line unasked, and timed where there is a cycle model. */
const COUNTED = 2_000_000;
async function costs(asked: { name: string; text: string }, json: any, arrays: Uint8Array): Promise<void> {
  const answer = await aside.ask({ op: "profile", ...asked }).catch(() => null);
  if (!answer || answer.json.failed !== undefined || editor.text !== asked.text || running) return;
  const found = answer.json as ProfileData;
  showProfile(found);
  if (json.stats.cycles === undefined && found.stats.cycles !== undefined) results.run({ ...json, stats: found.stats }, arrays);
}
function showProfile(found: ProfileData): void {
  profiles.show(found);
  editor.setHeat(bars(found));
}

/** What every line costs, of a run as long as it may be. */
async function profile(): Promise<void> {
  if (running) return;
  begin("Profiling…");
  const asked = kernel();
  try {
    const { json } = await runs.ask({ op: "profile", ...asked });
    editor.mark(json.diagnostics as Finding[]);
    if (json.failed !== undefined) results.run(json, new Uint8Array());
    else {
      results.profiled(json.stats, json.passed);
      showProfile(json as ProfileData);
      show("profile");
    }
  } catch (error) {
    failed(error, "The profile was stopped.");
  }
  done();
}

function halt(): void {
  if (running) runs.stop();
  else if (time.stopRecording()) say("Recording stopped: what was recorded can be gone along.");
}

// A text that changes is not the text that ran.
editor.onchange = () => {
  time.close();
  profiles.empty();
  aside.stop();
};
editor.onstops = (lines) => void time.breakpoints(lines);
editor.onanalysis = (isa) => { byId("isa").textContent = isa ?? ""; };

byId("run").addEventListener("click", () => void run());
byId("check").addEventListener("click", () => void check());
byId("profile").addEventListener("click", () => void profile());
stopButton.addEventListener("click", halt);
byId("encoding").addEventListener("click", bytes);
// Two kernels stand side by side, or on a narrow page one within the other.
let pinned: { text: string; words: number[] } | null = null;
const narrow = matchMedia("(max-width: 760px)");
function beside(): void {
  document.body.classList.toggle("beside", pinned !== null && !narrow.matches);
  editor.compare(pinned, !narrow.matches);
}
narrow.addEventListener("change", () => { if (pinned) beside(); });
byId("compare").addEventListener("click", () => {
  const button = byId("compare");
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  pinned = on ? { text: editor.text, words: editor.words } : null;
  beside();
  results.pinned = on ? results.stats : null;
  if (on) say("Pinned. What is written or opened next is compared with this kernel, and so is what its run counts.");
});
function bytes(): void {
  const button = byId("encoding");
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  editor.showBytes(on);
}
const keys: Record<string, () => void> = {
  F10: () => void time.move("step"), "Shift+F10": () => void time.move("back"),
  F5: () => void time.move("resume"), "Shift+F5": () => void time.move("resume-back"),
  F4: () => void time.move("to", { line: editor.line }), "Shift+F4": () => void time.move("back-to", { line: editor.line }),
  "Ctrl+.": halt, "Ctrl+Enter": () => void run(), "Ctrl+Shift+Enter": () => void check(), "Ctrl+Shift+E": bytes, "Ctrl+Shift+P": () => void profile(),
};
document.addEventListener("keydown", (event) => {
  const name = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.shiftKey ? "Shift+" : ""}${event.key}`;
  if (!keys[name] || event.defaultPrevented) return;
  event.preventDefault();
  keys[name]();
});

// Light and dark.
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen: string | null = stored("theme");
function dress(): void {
  document.documentElement.dataset.theme = chosen ?? (system.matches ? "dark" : "light");
  forgetColours();
  void time.refresh();
}
function stored(name: string): string | null {
  try { return localStorage.getItem(`wavetank.${name}`); } catch { return null; }
}
function store(name: string, value: string): void {
  try { localStorage.setItem(`wavetank.${name}`, value); } catch { /* A page without storage forgets. */ }
}
byId("theme").addEventListener("click", () => {
  chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  store("theme", chosen);
  dress();
});
system.addEventListener("change", dress);
dress();

// The width of the editor.
const divider = byId("divider");
function width(percent: number): void {
  const clamped = Math.max(20, Math.min(80, percent));
  document.documentElement.style.setProperty("--split", `${clamped}%`);
  divider.setAttribute("aria-valuenow", String(Math.round(clamped)));
}
divider.addEventListener("pointerdown", (event) => {
  divider.setPointerCapture(event.pointerId);
  divider.onpointermove = (move) => width(100 * move.clientX / innerWidth);
});
divider.addEventListener("pointerup", () => { divider.onpointermove = null; });
divider.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
  if (step) width(Number(divider.getAttribute("aria-valuenow")) + step);
});

// Links.
byId("share").addEventListener("click", async () => {
  const named = [...files].filter(([name]) => editor.text.includes(name)).map(([name, data]): [string, string] => [name, link.base64(data)]);
  const fragment = await link.write({ ...kernel(), time: time.state?.time, stops: editor.stops, tab, files: named });
  history.replaceState(null, "", fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is in the clipboard. It holds the kernel, its files, the moment and the breakpoints.");
  } catch {
    say("The address of this page is the link now.");
  }
});
addEventListener("hashchange", () => void fromLink());
async function fromLink(): Promise<boolean> {
  let found: link.Link | null;
  try {
    found = await link.read(location.hash);
    if (!found) return false;
    for (const [name, data] of found.files ?? []) await give(name, link.bytes(data));
  } catch (error) {
    say((error as Error).message);
    return false;
  }
  menu.selectedIndex = -1;
  editor.open(found.name, found.text);
  editor.setStops(found.stops ?? []);
  if (found.time !== undefined) await run(found.time);
  show(found.tab ?? tab);
  return true;
}

// Files.
async function give(name: string, data: Uint8Array): Promise<void> {
  if (data.length > 32 << 20) throw new Error(`${name} is longer than 32 MB.`);
  files.set(name, data);
  await Promise.all([texts.give(name, data), runs.give(name, data)]);
}
let over = 0;
document.addEventListener("dragenter", (event) => { event.preventDefault(); over++; document.body.classList.add("drop"); });
document.addEventListener("dragleave", () => { if (--over <= 0) document.body.classList.remove("drop"); });
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  over = 0;
  document.body.classList.remove("drop");
  for (const file of event.dataTransfer?.files ?? []) {
    try {
      await dropped(file.name, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      say((error as Error).message);
    }
  }
});
/** The instruction sets that the engine speaks. */
async function isas(): Promise<Isa[]> {
  return (await texts.ask({ op: "hello" })).json.isas;
}
async function dropped(name: string, data: Uint8Array): Promise<void> {
  menu.selectedIndex = -1;
  const elf = data[0] === 0x7f && data[1] === 0x45 && data[2] === 0x4c && data[3] === 0x46;
  if (elf) return disassemble(name, data);
  const text = new TextDecoder().decode(data);
  const kernels = ["s", "asm", ...(await isas()).flatMap((it) => [it.name, ...it.aliases])];
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (kernels.includes(extension) || /^\s*---/.test(text)) editor.open(name, text);
  else {
    await give(name, data);
    await editor.analyze(true);
    say(`Kernels can name ${name} now, as in file("${name}").`);
  }
}

async function disassemble(name: string, data: Uint8Array, isa?: string): Promise<void> {
  say(`Disassembling ${name}…`);
  menu.selectedIndex = -1;
  const { json } = await texts.ask({ op: "dis", name, isa }, data);
  if (json.failed !== undefined) throw new Error(json.diagnostics[0]?.message ?? "This binary cannot be read.");
  const lines = (json.lines as [number, string | null, string, string, boolean][])
    .flatMap(([address, label, text, hex]) => [...(label ? [`${label}:`] : []), `  ${text.padEnd(44)} ; ${address.toString(16)}: ${hex}`]);
  editor.open(`${name}.${json.isa}`, lines.join("\n") + "\n");
  say(`${name}: ${count(json.lines.length)} lines of ${json.isa}`);
}

// Examples.
let examples: Example[] = [];
async function example(path: string): Promise<void> {
  const found = examples.find((it) => it.path === path);
  if (!found) return;
  const get = async (name: string) => {
    const response = await fetch(`examples/${name}`);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const folder = found.path.slice(0, found.path.lastIndexOf("/") + 1);
  for (const name of found.files) await give(name, await get(folder + name));
  editor.open(found.path.slice(folder.length), new TextDecoder().decode(await get(found.path)));
  menu.value = path;
}
menu.addEventListener("change", () => {
  history.replaceState(null, "", location.pathname + location.search);
  void example(menu.value).catch((error) => say((error as Error).message));
});

async function start(): Promise<void> {
  void isas().then((all) => bring.know(all)).catch(() => {});
  void runs.start();
  show("results");
  void course.load().catch((error) => say((error as Error).message));
  const parameters = new URLSearchParams(location.search);
  if (embedded) {
    document.body.classList.add("embed");
    editor.fixed(true);
    const whole = byId<HTMLAnchorElement>("docs");
    whole.textContent = "Edit";
    whole.title = "This kernel in the workbench, to be changed";
    whole.target = "_blank";
    const example = parameters.get("example");
    whole.href = `index.html${example ? `?example=${encodeURIComponent(example)}` : ""}${location.hash}`;
  }
  examples = await (await fetch("examples.json")).json();
  const groups = new Map<string, Example[]>();
  for (const it of examples) groups.set(it.isa, [...(groups.get(it.isa) ?? []), it]);
  fill(menu, ...[...groups].map(([isa, all]) => el("optgroup", { label: isa }, ...all.map((it) => el("option", { value: it.path }, it.title)))));
  if (await fromLink()) return;
  const asked = parameters.get("example");
  if (parameters.has("file")) {
    // The workbench of the command line serves the file that it was started with.
    const response = await fetch("file");
    if (response.ok) {
      const name = decodeURIComponent(response.headers.get("x-name") ?? "kernel");
      const data = new Uint8Array(await response.arrayBuffer());
      for (const [, near] of new TextDecoder().decode(data).matchAll(/"([^"\n]{1,200}\.\w+)"/g)) {
        const found = await fetch(`near?${encodeURIComponent(near)}`);
        if (found.ok) await give(near, new Uint8Array(await found.arrayBuffer()));
      }
      await dropped(name, data);
      return;
    }
  }
  await example(examples.some((it) => it.path === asked) ? (asked as string) : "flux/divergence.flux");
}
void start().catch((error) => say((error as Error).message));

if ("serviceWorker" in navigator && location.protocol !== "file:" && !new URLSearchParams(location.search).has("file")) {
  void navigator.serviceWorker.register("offline.js").catch(() => { /* Not every place allows it. */ });
}
