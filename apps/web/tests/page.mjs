// The page in a browser: node page.mjs SITE CHROMIUM FOLDER-OF-wavetank [FOLDER FOR SCREENSHOTS]

import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  accessible, at, browser, choose, complaints, drawn, drop, examples, fresh, moment, page, profile, recorded, results, run, server, shot, shown, site, slide,
  type, url, verdict,
} from "./drive.mjs";
import { views } from "./views.mjs";

const TABS = ["results", "lanes", "registers", "memory", "waves", "profile", "course", "open"];

const tests = {
  async "every instruction set runs"() {
    await fresh();
    for (const isa of new Set(examples.map((it) => it.isa))) {
      const one = examples.find((it) => it.isa === isa);
      await choose(one.path);
      assert.match(await run(), /^(Passed|Ran to its end)/, one.path);
      await recorded();
      assert.ok((await moment())[1] > 0, one.path);
    }
  },
  async "something is painted before all is ready"() {
    await fresh();
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
    const ready = await page.evaluate(() => performance.now());
    console.log(`      first paint after ${Math.round(paint)} ms, ready before ${Math.round(ready)} ms`);
    assert.ok(paint > 0 && paint < ready, `first paint after ${paint} ms`);
  },
  async "what is wrong is marked while one types"() {
    await fresh();
    await type("---\nlocal = 32\n---\n  ADDD R1, R2, R3\n");
    await page.waitForFunction(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-lintRange-error"));
    assert.match(await run(), /cannot be run/);
    assert.match(await results().textContent(), /ADD/);
    await results().getByRole("button", { name: "line 4" }).click();
    await shot("error");
  },
  async "completion and pages of the reference"() {
    await fresh();
    await type("---\nlocal = 32\n---\n  LO");
    await page.keyboard.type("A");
    await page.waitForFunction(() => [...document.querySelector("#editor").shadowRoot.querySelectorAll(".cm-completionLabel")].some((it) => it.textContent === "LOAD"));
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await page.locator("#editor .t-mnemonic", { hasText: "LOAD" }).hover();
    await page.locator("#editor .cm-tooltip-hover", { hasText: "global memory" }).waitFor();
    await page.keyboard.type(" R1, 0(R10)");
    await page.click("#encoding");
    await page.locator("#editor .cm-bytes").first().waitFor();
    await shot("bytes");
  },
  async "check marks both places of a finding"() {
    await fresh();
    await type("---\nout_x: u32[1]\nlocal = 64\nsimd = 1\nR4 = &out_x\nR5 = tid\n---\n  STORE R5, 0(R4)\n  HALT\n");
    await page.click("#check");
    const text = await verdict();
    assert.match(text, /finding/);
    assert.match(await results().textContent(), /race|write/i);
    await page.waitForFunction(() => document.querySelector("#editor").shadowRoot.querySelectorAll(".cm-lintRange").length > 0);
    await shot("check");
  },
  async "the last of ten thousand positions of the slider is what counts"() {
    await fresh("?example=wave/reduce-local.wave");
    await run();
    await recorded();
    const [, end] = await moment();
    assert.ok(end > 100);
    // The last of many positions is what counts.
    await page.evaluate((end) => {
      const slider = document.querySelector("#slider");
      for (let i = 0; i < 10000; i++) {
        slider.value = String(i === 9999 ? 5 : (i * 7919) % (end + 1));
        slider.dispatchEvent(new Event("input"));
      }
    }, end);
    await at(5);
    await page.keyboard.press("F10");
    await page.waitForFunction(() => !document.querySelector("#moment").textContent.startsWith("5 /"));
    await page.keyboard.press("Shift+F10");
    await at(5);
  },
  async "breakpoints stop both ways"() {
    await fresh("?example=flux/loop.flux");
    await run();
    await recorded();
    const line = await page.evaluate(() => {
      const lines = [...document.querySelector("#editor").shadowRoot.querySelectorAll(".cm-line")].map((it) => it.textContent);
      return lines.findIndex((text) => /^\s*(B[A-Z]+) /.test(text)) + 1;
    });
    assert.ok(line > 0);
    await page.locator("#editor .cm-lineNumbers .cm-gutterElement", { hasText: new RegExp(`^${line}$`) }).first().click();
    await page.locator("#editor .cm-content .cm-line").nth(line - 1).click();
    await page.keyboard.press("F9");
    await page.locator("#editor .stop").first().waitFor({ state: "attached" });
    await page.keyboard.press("F5");
    await page.waitForFunction((n) => document.querySelector("#where").textContent.startsWith(`line ${n} `), line);
    const [first] = await moment();
    await page.keyboard.press("F5");
    await page.waitForFunction((n) => !document.querySelector("#moment").textContent.startsWith(`${n} /`), first);
    await page.keyboard.press("Shift+F5");
    await at(first);
    await page.keyboard.press("Shift+F4");
  },
  async "lanes, registers and memory are drawn, and a value says where it comes from"() {
    await fresh("?example=flux/divergence.flux");
    await run();
    await recorded();
    await slide(5);
    await at(5);
    for (const tab of ["lanes", "registers", "memory"]) {
      await page.click(`#tab-${tab}`);
      await drawn(tab);
      await shot(tab);
    }
    await page.click("#tab-registers");
    await page.locator("#panel-registers .grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("#origin", { hasText: /written by line \d+ at moment \d+/ }).waitFor();
    await page.locator("#origin", { hasText: /when the run began/ }).waitFor();
    await shot("origin");
    const [before] = await moment();
    await page.getByRole("button", { name: "Last change" }).click();
    await page.waitForFunction((n) => Number(document.querySelector("#moment").textContent.split(" ")[0]) < n, before);
  },
  async "a kernel that never ends is stopped, and its past can be seen"() {
    await fresh();
    await type("---\nlocal = 32\nsimd = 1\n---\nagain:\n  ADDI R1, R1, 1\n  JAL again\n");
    await page.click("#run");
    await page.locator("#stop").waitFor({ state: "visible" });
    await page.waitForTimeout(600);
    // The recording that follows is stopped as soon as it can be: on a busy machine all of it is done before a test looks.
    await page.evaluate(() => {
      const stop = document.querySelector("#stop");
      new MutationObserver((_, observer) => {
        if (stop.hidden) return;
        observer.disconnect();
        stop.click();
      }).observe(stop, { attributeFilter: ["hidden"] });
    });
    await page.click("#stop");
    assert.match(await verdict(), /stopped/);
    await page.waitForFunction(() => document.querySelector("#slider").max > 1000 && document.querySelector("#stop").hidden);
    await slide(1000);
    await at(1000);
    // The editor was never held up.
    await type("---\nlocal = 32\n---\n  HALT\n");
    assert.match(await run(), /end/);
  },
  async "links hold everything, and damaged ones do no harm"() {
    await fresh("?example=waves/matmul.waves");
    await run();
    await recorded();
    await slide(33);
    await at(33);
    await page.click("#tab-memory");
    await page.click("#share");
    await page.waitForFunction(() => location.hash.startsWith("#k1="));
    const link = await page.evaluate(() => location.hash);
    const text = await page.evaluate(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-content").textContent);
    await fresh(link);
    await at(33);
    assert.equal(await page.evaluate(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-content").textContent), text);
    await page.locator("#tab-memory[aria-selected=true]").waitFor();
    const pack = async (value) => {
      const stream = new Blob([typeof value === "string" ? value : JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      return "#k1=" + Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
    };
    const hostile = [
      link.slice(0, link.length / 2), `${link.slice(0, 20)}xx${link.slice(24)}`, "#k1=", "#k1=!!!!", "#k1=AAAA", "#nothing",
      await pack("null"), await pack("[1,2"), await pack({ name: 1, text: 2 }), await pack("a".repeat(50_000_000)),
      await pack({ name: "<img src=x onerror=alert(1)>", text: "<script>alert(1)</script>", tab: "__proto__", time: -1, stops: ["x", -5, 1e300, 4], files: [["../../x", "%%"], 7] }),
      await pack({ name: "x.flux", text: "---\n---\n".repeat(10000), time: 2 ** 52, stops: [1e9] }),
    ];
    for (const fragment of hostile) {
      await page.evaluate((to) => { location.hash = to; }, fragment);
      await page.waitForTimeout(250);
      assert.equal(await page.evaluate(() => document.querySelectorAll("img, script:not([src])").length), 0);
    }
    // What the last of them started may take its time.
    await page.waitForFunction(() => document.querySelector("#stop").hidden);
    await type("---\nlocal = 32\n---\n  HALT\n");
    assert.match(await run(), /end/);
  },
  async "files are dropped: a kernel, a code object, data, and rubbish"() {
    await fresh();
    await drop("mine.flux", Buffer.from("---\nlocal = 32\n---\n  HALT # mine\n"));
    await shown("mine");
    // Without a header, by the extension alone.
    await drop("plain.rdna35", Buffer.from("s_endpgm // own\n"));
    await shown("own");
    const object = readFileSync(new URL("../../../examples/opencl/dot.hsaco", import.meta.url));
    await drop("dot.hsaco", object);
    await shown("s_endpgm|global_load");
    const said = (pattern) => page.locator("#status", { hasText: pattern }).waitFor({ state: "attached" });
    await drop("broken.hsaco", object.subarray(0, 200));
    await drop("values.npy", Buffer.from([0x93, 1, 2, 3]));
    await said(/values\.npy/);
  },
  async "works without a network after the first visit"() {
    await fresh();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await browser.setOffline(true);
    server.closeAllConnections();
    try {
      await fresh();
      assert.match(await run(), /Passed/);
    } finally {
      await browser.setOffline(false);
    }
  },
  async "a narrow window, light and dark, with no barrier to anyone"() {
    await fresh();
    await run();
    await recorded();
    await slide(4);
    for (const theme of ["light", "dark"]) {
      await page.evaluate((name) => { if (document.documentElement.dataset.theme !== name) document.querySelector("#theme").click(); }, theme);
      for (const [width, height] of [[1280, 800], [390, 780]]) {
        await page.setViewportSize({ width, height });
        for (const tab of TABS) {
          await page.click(`#tab-${tab}`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${tab} at ${width}: ${wide} pixels too wide`);
          if ((theme === "dark") === (width < 600)) await accessible(`${theme} ${tab} ${width}`);
          await shot(`${theme}-${width}-${tab}`);
        }
      }
    }
  },
  async "two kernels are compared, their text and what they count"() {
    await fresh("?example=flux/if-else.flux");
    await run();
    await page.click("#compare");
    await choose("flux/divergence.flux");
    const side = () => page.evaluate(() => document.querySelector("#editor").shadowRoot.querySelectorAll(".cm-mergeView .cm-changedLine").length);
    await page.waitForFunction(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-mergeView .cm-changedLine"));
    await run();
    assert.match(await results().textContent(), /pinned.*change/s);
    await recorded();
    assert.equal(await page.locator("#editor .cm-content").count(), 2);
    await accessible("compare");
    await shot("compare");
    // Where there is no room for two, what differs is shown within one.
    await page.setViewportSize({ width: 390, height: 780 });
    await page.waitForFunction(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-deletedChunk"));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForFunction(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-mergeView"));
    // Two binaries, one after the other.
    await drop("dot.hsaco", readFileSync(new URL("../../../examples/opencl/dot.hsaco", import.meta.url)));
    await shown("s_endpgm|global_load");
    assert.ok(await side() > 5);
    await page.click("#compare");
    await page.waitForFunction(() => !document.querySelector("#editor").shadowRoot.querySelector(".cm-mergeView, .cm-deletedChunk"));
    assert.equal(await page.locator("#editor .cm-content").count(), 1);
    await choose("flux/divergence.flux");
    assert.match(await run(), /Passed/);
  },
  async "every lesson is failed and solved"() {
    await fresh();
    await page.click("#tab-course");
    const lessons = JSON.parse(readFileSync(join(site, "course.json"), "utf8"));
    assert.equal(lessons.length, 10);
    for (const { title } of lessons) {
      await page.getByRole("button", { name: title, exact: true }).click();
      await page.click("#lesson-test");
      await page.locator("#panel-course .verdict", { hasText: "Not yet" }).waitFor();
      assert.ok((await page.locator("#panel-course .finding").first().textContent()).length > 15);
      await page.click("#lesson-solution");
      await page.click("#lesson-test");
      await page.locator("#panel-course .verdict", { hasText: "Solved" }).waitFor();
      if (title === lessons[2].title) await shot("course");
      await page.getByRole("button", { name: "All lessons" }).click();
    }
    assert.equal(await page.locator(".tick").count(), 10);
    await shot("lessons");
    await accessible("course");
  },
  async "an embedded example can be run and not be changed"() {
    await fresh("?embed&example=flux/if-else.flux");
    assert.equal(await page.locator("#examples").isVisible(), false);
    const text = () => page.evaluate(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-content").textContent);
    const before = await text();
    await type("nothing");
    assert.equal(await text(), before);
    assert.match(await run(), /Passed/);
    assert.equal(await page.locator("#tab-course").count(), 0);
    const [whole] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Edit" }).click()]);
    await whole.waitForFunction(() => document.querySelector("#examples")?.value === "flux/if-else.flux");
    await whole.close();
  },
  async "a very long text leaves the page alive"() {
    await fresh();
    await page.evaluate(() => navigator.clipboard.writeText("---\nlocal = 32\n---\n" + "  ADD R1, R2, R3 # a line of many\n".repeat(80000) + "  HALT\n"));
    await page.evaluate(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-content").focus());
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+v");
    await page.waitForFunction(() => document.querySelector("#isa").textContent.startsWith("too long"));
    assert.match(await run(), /end/);
  },
  async "two tabs do not disturb each other"() {
    await fresh();
    const other = await browser.newPage();
    await other.goto(`${url}?example=tile/softmax.tile`);
    await other.waitForFunction(() => document.querySelector("#isa").textContent === "tile");
    await Promise.all([run(), other.click("#run")]);
    await other.waitForFunction(() => /Passed/.test(document.querySelector("#panel-results").textContent));
    await other.close();
  },
};
Object.assign(tests, views);

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
  const began = Date.now();
  complaints.length = 0;
  try {
    await test();
    assert.deepEqual(complaints.filter((it) => !/ERR_INTERNET_DISCONNECTED|status of 404/.test(it)), []);
    console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}\n${error.stack}`);
    await shot(`failed-${failed}`).catch(() => {});
  }
}
await browser.close();
server.close();
rmSync(profile, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
