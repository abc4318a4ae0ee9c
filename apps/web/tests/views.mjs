// Tests of what there is to see and to do beyond running: profiles, the timeline, who accessed what, hex, what
// was run before, and the documentation.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  accessible, at, bin, browser, choose, coloured, complaints, drawn, drop, fresh, moment, page, recorded, results, run, shot, shown, site, slide, type, url, visit,
} from "./drive.mjs";

const LESSON = JSON.parse(readFileSync(join(site, "course.json"), "utf8"))[3];

/** `a * b + c` in all lanes, and once more in every other one. */
const FMA = `---
let N = 8192
a: u32[N] = file("a.bin")
b: u32[N] = file("b.bin")
c: u32[N] = file("c.bin")
out_all: u32[N]
out_half: u32[N]
local = 64
global = N / 64
---
  s_mov_b32 s6, s3
  s_mov_b32 s7, s4
  s_load_b64 s[8:9], s[6:7], 0x0
  s_load_b64 s[10:11], s[6:7], 0x8
  s_load_b64 s[12:13], s[6:7], 0x10
  s_load_b64 s[14:15], s[6:7], 0x18
  s_load_b64 s[16:17], s[6:7], 0x20
  s_lshl_b32 s5, s0, 6
  v_add_nc_u32_e32 v0, s5, v0
  v_lshlrev_b32_e32 v0, 2, v0
  s_waitcnt lgkmcnt(0)
  global_load_b32 v1, v0, s[8:9]
  global_load_b32 v2, v0, s[10:11]
  global_load_b32 v3, v0, s[12:13]
  s_waitcnt vmcnt(0)
  v_fma_f32 v4, v1, v2, v3
  global_store_b32 v0, v4, s[14:15]
  s_mov_b32 exec_lo, 0x5555aaaa
  v_fma_f32 v3, v3, v2, v1
  s_mov_b32 exec_lo, -1
  global_store_b32 v0, v3, s[16:17]
  s_endpgm
`;

export const views = {
  async "fused multiply-adds that the browser does are the engine's to the bit"() {
    await fresh();
    const found = await page.evaluate(async (text) => {
      const compile = async (name) => WebAssembly.compile(await (await fetch(name)).arrayBuffer());
      const module = await compile("engine.wasm");
      const special = [0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0x3f800000, 0xbf800000];
      let seed = 3;
      const next = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);
      // Few exponents, so that sums cancel and results are ties and denormals; special ones among them.
      const word = () => (next() >>> 28 === 0 ? special[(next() >>> 8) % special.length]
        : ((next() & 0x80000000) | ([64, 65, 126, 127, 128, 150, 190][(next() >>> 8) % 7] << 23) | (next() >>> 9 & (next() >>> 30 ? 0x7fffff : 0x7ff000))) >>> 0);
      const files = ["a", "b", "c"].map((name) => [`${name}.bin`, new Uint8Array(Uint32Array.from({ length: 8192 }, word).buffer)]);
      const answer = async (fused) => {
        const worker = new Worker("worker.js", { type: "module" });
        worker.postMessage({ module, fused });
        const ask = (json, bytes) => new Promise((done) => { worker.onmessage = ({ data }) => done(data); worker.postMessage({ id: 1, json, bytes }); });
        for (const [name, bytes] of files) await ask({ op: "file", name }, bytes);
        const { json, bytes, died } = await ask({ op: "run", name: "fma.rdna3", text });
        worker.terminate();
        return { said: died ?? json.failed ?? json.error ?? "", bytes: [...(bytes ?? [])] };
      };
      const brought = await compile("fused.wasm").catch(() => undefined);
      return { brought: brought !== undefined, own: await answer(), other: await answer(brought) };
    }, FMA);
    console.log(`      ${found.brought ? "this browser has them" : "this browser has none"}`);
    assert.deepEqual([found.own.said, found.other.said], ["", ""]);
    assert.ok(found.own.bytes.length > 2 * 4 * 8192);
    assert.deepEqual(found.other.bytes, found.own.bytes);
  },
  async "ten thousand moments, back and forth, are what they were going forwards"() {
    await fresh();
    const text = readFileSync(join(site, "examples/wave/reduce-local.wave"), "utf8");
    const found = await page.evaluate(async (text) => {
      const compile = async (name) => WebAssembly.compile(await (await fetch(name)).arrayBuffer());
      const worker = new Worker("worker.js", { type: "module" });
      worker.postMessage({ module: await compile("engine.wasm"), fused: await compile("fused.wasm").catch(() => undefined) });
      const waiting = new Map();
      worker.onmessage = ({ data }) => waiting.get(data.id)?.(data);
      let last = 0;
      const ask = (json) => new Promise((done) => { waiting.set(++last, done); worker.postMessage({ id: last, json }); });
      await ask({ op: "open", name: "a.wave", text });
      const { json: { time: end } } = await ask({ op: "advance", by: 100000 });
      const state = async (time) => {
        const { json: { turn } } = await ask({ op: "seek", time });
        // Who is looked at stays who it was, so it is said.
        const { json, bytes } = await ask({ op: "select", ...(turn ?? { group: [0, 0, 0], wave: 0 }), lane: 0, registers: 0 });
        return json === undefined || json.error ? "none" : `${JSON.stringify(json)} ${bytes.join()}`;
      };
      const forwards = [];
      for (let time = 0; time <= end; time++) forwards.push(await state(time));
      let wrong = 0;
      let seed = 7;
      const began = performance.now();
      for (let i = 0; i < 10000; i++) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        // A drag back, a drag forth, and leaps.
        const time = i < 3000 ? end - (i % (end + 1)) : i < 6000 ? i % (end + 1) : seed % (end + 1);
        wrong += Number(await state(time) !== forwards[time]);
      }
      const each = (performance.now() - began) / 10000;
      worker.terminate();
      return { end, wrong, different: new Set(forwards).size, each };
    }, text);
    console.log(`      ${found.end} moments, ${found.each.toFixed(2)} ms each`);
    assert.equal(found.wrong, 0);
    assert.ok(found.different > 100);
  },
  async "a million instructions are scrubbed through"() {
    await fresh();
    await type("---\nlocal = 32\nsimd = 1\nR2 = 333000\n---\nagain:\n  ADDI R1, R1, 1\n  ADDI R3, R1, 7\n  BNE R1, R2, again\n  HALT\n");
    await run();
    await recorded();
    const [, end] = await moment();
    assert.ok(end > 990000, `${end}`);
    for (const tab of ["lanes", "registers"]) {
      await page.click(`#tab-${tab}`);
      const { frames, seconds, moments } = await page.evaluate((end) => new Promise((done) => {
        const slider = document.querySelector("#slider");
        const seen = new Set();
        const began = performance.now();
        let frames = 0;
        const frame = () => {
          frames++;
          seen.add(document.querySelector("#moment").textContent);
          const passed = performance.now() - began;
          if (passed > 2500) return done({ frames, seconds: passed / 1000, moments: seen.size });
          slider.value = String(Math.round(end * Math.abs(Math.sin(passed / 700))));
          slider.dispatchEvent(new Event("input"));
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }), end);
      console.log(`      ${tab}: ${(frames / seconds).toFixed(0)} frames and ${(moments / seconds).toFixed(0)} moments a second`);
      assert.ok(frames > 5 && moments > 5, "the page stands still");
    }
  },
  async "a profile says what lines cost, in bars and in a table"() {
    await fresh("?example=waves/blur-naive.waves");
    await page.click("#profile");
    await page.locator("#tab-profile[aria-selected=true]").waitFor();
    const table = await page.locator("#panel-profile").textContent();
    assert.match(table, /wave-cycles/);
    assert.match(table, /lane operations a cycle/);
    assert.match(table, /global_load/);
    const bar = page.locator("#editor .heat").first();
    assert.match(await bar.getAttribute("aria-label"), /% of all wave-cycles, issued [\d,]+ times/);
    await accessible("profile");
    await shot("profile");
    const line = page.locator("#panel-profile tbody button").first();
    const number = await line.textContent();
    await line.click();
    assert.equal(await page.evaluate(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-lineNumbers .cm-activeLineGutter")?.textContent), number);
    // What has no cycles is counted in issues, and after a run unasked.
    await choose("wave/scan.wave");
    await run();
    await page.locator("#editor .heat").first().waitFor();
    assert.match(await page.locator("#editor .heat").first().getAttribute("aria-label"), /% of all instructions/);
    await page.click("#tab-profile");
    assert.match(await page.locator("#panel-profile").textContent(), /Issues by line/);
  },
  async "waves and workgroups over time, with stalls, in cycles and in moments"() {
    await fresh("?example=waves/tutorial/6-groups.waves");
    await run();
    await page.click("#tab-waves");
    await drawn("waves");
    const legend = () => page.locator("#panel-waves .legend").textContent();
    await page.waitForFunction(() => /issues [\d.]+ %.*waits: \w+/.test(document.querySelector("#panel-waves .legend").textContent));
    await coloured("waves", "stall-0");
    await shot("timeline");
    await accessible("timeline");
    await page.locator("#panel-waves .grid").focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "+", "+"]) await page.keyboard.press(key);
    assert.match(await page.locator("#panel-waves .said").textContent(), /wave \d+, cycle [\d,]+: /);
    await shot("timeline-near");
    await page.getByRole("button", { name: "Moments" }).click();
    await page.waitForFunction(() => /waits: (turn|barrier)/.test(document.querySelector("#panel-waves .legend").textContent));
    // A barrier is seen as one, and a click goes to the moment.
    await choose("wave/reduce-local.wave");
    await run();
    await recorded();
    await page.click("#tab-waves");
    await page.waitForFunction(() => /waits: barrier/.test(document.querySelector("#panel-waves .legend").textContent));
    assert.match(await legend(), /issues/);
    const box = await page.locator("#panel-waves canvas").boundingBox();
    await page.mouse.click(box.x + 132 + (box.width - 132) / 2, box.y + 32);
    const [, end] = await moment();
    await page.waitForFunction((end) => Math.abs(Number(document.querySelector("#moment").textContent.split(" ")[0].replaceAll(",", "")) - end / 2) <= end / 20, end);
    assert.equal(await page.locator("#slider").inputValue(), String((await moment())[0]));
    await shot("timeline-moments");
  },
  async "memory shows who accessed it last, and where lanes met in a bank"() {
    await fresh();
    await drop("banks.waves", Buffer.from(LESSON.start.text));
    await page.waitForFunction(() => document.querySelector("#isa").textContent === "waves");
    await run();
    await recorded();
    await page.click("#tab-memory");
    await page.locator("#panel-memory select").first().selectOption("local");
    await page.getByRole("button", { name: "Last access" }).click();
    // Every lane has read the first word of its own row: all in one bank.
    await slide(172);
    await coloured("memory", "met");
    assert.match(await page.locator("#panel-memory .legend").textContent(), /wave 0.*lanes met in a bank/);
    await page.locator("#panel-memory .grid").focus();
    for (const key of ["ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    assert.match(await page.locator("#panel-memory .grid").getAttribute("aria-label"), /read by line \d+ at moment \d+, workgroup \(0,0,0\), wave 0, lane \d+; its bank served 32 accesses/);
    await shot("touched");
    await accessible("touched");
    // While it is written row by row, no two lanes meet.
    await slide(66);
    await coloured("memory", "wave-0");
    await page.waitForFunction(() => !/met/.test(document.querySelector("#panel-memory .legend").textContent));
  },
  async "what is asked while an answer is under way is not lost"() {
    await fresh("?example=waves/tutorial/6-groups.waves");
    await run();
    await recorded();
    await page.click("#tab-memory");
    for (const to of [40, 7, 23]) {
      // In one go: the array's question is not answered yet when the slider moves.
      await page.evaluate((to) => {
        const of = document.querySelector("#panel-memory select");
        of.dispatchEvent(new Event("change"));
        const slider = document.querySelector("#slider");
        slider.value = String(to);
        slider.dispatchEvent(new Event("input"));
        of.value = of.options[to % of.options.length].value;
        of.dispatchEvent(new Event("change"));
      }, to);
      await at(to);
    }
  },
  async "hex is disassembled, and what is none is a sentence"() {
    await fresh();
    await page.click("#tab-open");
    await page.selectOption("#hex-isa", "flux");
    await page.fill("#hex", "b3 81 20 00\n0x002081b3 # a word");
    await page.click("#dis");
    await shown("ADD R3, R1, R2.*ADD R3, R1, R2");
    for (const [hex, said] of [["xyz", /`xyz` is not hex/], ["abc", /3 digits/], ["", /no hex/]]) {
      await page.fill("#hex", hex);
      await page.click("#dis");
      await page.locator("#status", { hasText: said }).waitFor({ state: "attached" });
    }
    await page.fill("#hex", "ff".repeat(4000));
    await page.click("#dis");
    await page.locator("#status", { hasText: /lines of flux/ }).waitFor({ state: "attached" });
    await shot("hex");
  },
  async "a code object of two megabytes is dropped"() {
    const folder = mkdtempSync(join(tmpdir(), "wavetank-big-"));
    const one = "  v_fma_f32 v3, v1, v2, v3\n  global_load_b32 v1, v0, s[0:1] offset:16\n";
    writeFileSync(join(folder, "big.rdna3"), `---\nlocal = 32\n---\n${one.repeat(132000)}  s_endpgm\n`);
    const made = spawnSync(join(bin, "wavetank"), ["asm", join(folder, "big.rdna3"), "-o", join(folder, "big.elf")], { encoding: "utf8" });
    assert.equal(made.status, 0, made.stderr);
    const object = readFileSync(join(folder, "big.elf"));
    rmSync(folder, { recursive: true });
    assert.ok(object.length > 2_000_000);
    await fresh();
    const began = Date.now();
    await drop("big.elf", object);
    await shown("v_fma_f32");
    console.log(`      ${(object.length / 1e6).toFixed(1)} MB in ${((Date.now() - began) / 1000).toFixed(1)} s`);
    // The page lives on.
    await choose("flux/loop.flux");
    assert.match(await run(), /Passed/);
  },
  async "what was run is kept, here and nowhere else"() {
    await fresh();
    await type("# A first try\n---\nlocal = 32\n---\n  HALT\n");
    await run();
    await type("# A second try\n---\nlocal = 32\n---\n  HALT\n");
    await run();
    await fresh();
    await page.click("#tab-open");
    assert.match(await page.locator(".past li").first().textContent(), /ran · A second try/);
    await page.locator(".past li", { hasText: "A first try" }).getByRole("button").click();
    await shown("A first try");
    await accessible("open");
    await shot("open");
    // What another page left there does no harm.
    await page.evaluate(() => localStorage.setItem("wavetank.past", '[{"name":1},"x",{"name":"<b>","text":"t","when":1,"what":"<img src=x>"}]'));
    await fresh();
    await page.click("#tab-open");
    assert.equal(await page.locator(".past li").count(), 1);
    assert.equal(await page.evaluate(() => document.querySelectorAll("img").length), 0);
    await page.getByRole("button", { name: "Forget" }).click();
    assert.equal(await page.locator(".past li").count(), 0);
  },
  async "results are downloaded, as files for NumPy and as text"() {
    await fresh("?example=flux/divergence.flux");
    await run();
    const fetched = async (name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), results().getByRole("button", { name }).click()]);
      return readFileSync(await download.path());
    };
    const array = await fetched("out_r.npy");
    assert.equal(array.subarray(0, 6).toString("latin1"), "\x93NUMPY");
    assert.equal(JSON.parse((await fetched("results.json")).toString()).passed, true);
    assert.match((await fetched("results.txt")).toString(), /out_r: f32/);
  },
  async "the documentation is part of the site, its examples run where they stand"() {
    await fresh();
    await page.getByRole("link", { name: "Docs" }).click();
    await page.locator("nav a", { hasText: "flux" }).first().click();
    assert.match(await page.title(), /flux/);
    const first = page.locator("details.try").nth(0);
    await first.locator("summary").click();
    const frame = page.frameLocator("iframe").first();
    await frame.locator("#run").click();
    await frame.locator(".verdict", { hasText: "Passed" }).waitFor();
    await shot("docs-run");
    // A kernel that stands in the text itself.
    await visit("docs/flux.html");
    const own = page.locator("details.try", { hasText: "this kernel" }).first();
    await own.locator("summary").click();
    const kernel = page.frameLocator("details[open] iframe");
    await kernel.locator("#run").click();
    await kernel.locator(".verdict", { hasText: "Passed" }).waitFor();
    await page.fill("#search", "bank conflicts");
    await page.locator("#found a").first().waitFor();
    assert.match(await page.locator("#found").textContent(), /Resources and time/);
    await page.locator("#found a").first().click();
    await page.waitForFunction(() => !location.pathname.endsWith("flux.html"));
    for (const theme of ["light", "dark"]) {
      await visit("docs/timing.html");
      if (await page.evaluate(() => document.documentElement.dataset.theme) !== theme) await page.click("#theme");
      await accessible(`docs ${theme}`);
      await shot(`docs-${theme}`);
    }
    await page.click("#theme");
    await page.setViewportSize({ width: 390, height: 780 });
    for (const name of readdirSync(join(site, "docs")).filter((name) => name.endsWith(".html"))) {
      await visit(`docs/${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}: ${wide} pixels too wide`);
      if (name === "index.html") await accessible("docs index");
    }
    await shot("docs-phone");
  },
  async "everything is reached by keys alone"() {
    await fresh("?example=flux/divergence.flux");
    await page.locator("#examples").focus();
    const seen = new Set();
    for (let i = 0; i < 40; i++) {
      seen.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("aria-label") || document.activeElement?.tagName));
      await page.keyboard.press("Tab");
      // Tab indents in the editor; Escape, then Tab leaves it.
      if (await page.evaluate(() => document.activeElement?.id === "editor")) { seen.add("editor"); await page.keyboard.press("Escape"); }
    }
    for (const id of ["examples", "run", "check", "profile", "share", "compare", "encoding", "theme", "editor", "divider"]) assert.ok(seen.has(id), `${id} is not reached: ${[...seen]}`);
    await page.keyboard.press("Control+Enter");
    await page.locator(".verdict", { hasText: "Passed" }).waitFor();
    await recorded();
    await page.keyboard.press("F10");
    await at(1);
    await page.locator("#tab-results").focus();
    const tabs = [];
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press("ArrowRight");
      tabs.push(await page.evaluate(() => document.activeElement.textContent));
    }
    assert.equal(new Set(tabs).size, 8);
  },
};
