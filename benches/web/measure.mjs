// The kernels of the benchmarks as WebAssembly, in Node and in Chromium, beside this computer's own.
//
// node benches/web/measure.mjs SITE BENCHES_WEB.wasm BENCHES [CHROMIUM]
//
// SITE is the workbench as scripts/build-web makes it, for its small module; BENCHES is the program of the
// crate of that name. Every figure is the best of many launches, and every result is checked.

import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { serve } from "../../apps/web/tests/serve.mjs";

const [site, wasm, benches, executablePath] = process.argv.slice(2);
if (!benches) {
  console.error("usage: node benches/web/measure.mjs SITE BENCHES_WEB.wasm BENCHES [CHROMIUM]");
  process.exit(2);
}
const from = createRequire(new URL("../../apps/web/package.json", import.meta.url));
const { build } = from("esbuild");
const page = new URL("../../apps/web/page/src/fused.ts", import.meta.url).pathname;
const { outputFiles } = await build({ entryPoints: [page], bundle: true, format: "iife", globalName: "Fused", write: false });
const glue = outputFiles[0].text;

/** Milliseconds of each kernel, here or in a page. */
async function measure(bring, { wasm, fused }) {
  const instance = await WebAssembly.instantiate(await WebAssembly.compile(Uint8Array.from(wasm)), {});
  const { prepare, launch } = instance.exports;
  const bytes = Uint8Array.from(fused);
  const brought = WebAssembly.validate(bytes) && bring(instance.exports, new WebAssembly.Module(bytes));
  const times = [];
  for (let n = 0; prepare(n, false) > 0; n++) {
    let best = Infinity;
    const start = performance.now();
    for (let i = 0; i < 8 || performance.now() - start < 1500; i++) {
      const began = performance.now();
      launch();
      best = Math.min(best, performance.now() - began);
    }
    times.push(best);
  }
  return { brought, times };
}

const run = spawnSync(benches, ["kernels"], { encoding: "utf8", env: { ...process.env, WAVETANK_LEVEL: "avx2" } });
const native = run.stdout.split("\n").slice(1).map((line) => line.trim().split(/\s+/)).filter((words) => words.length > 5);
const input = { wasm: readFileSync(wasm), fused: readFileSync(join(site, "fused.wasm")) };
const columns = [["Node", await measure(new Function(`${glue}; return Fused.bring`)(), input)]];
if (executablePath) {
  const { chromium } = from("playwright-core");
  cpSync(wasm, join(site, "benches.wasm"));
  const { server, url } = await serve(site);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const tab = await browser.newPage();
  await tab.goto(url);
  const found = await tab.evaluate(`(async () => {
    const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
    ${glue}
    return (${measure})(Fused.bring, { wasm: await bytes("benches.wasm"), fused: await bytes("fused.wasm") });
  })()`);
  columns.push(["Chromium", found]);
  await browser.close();
  server.close();
  rmSync(join(site, "benches.wasm"));
}
const title = (name, { brought }) => `${name}${brought ? "" : ", not fused"} ms`;
console.log(`| kernel | AVX2 ms | ${columns.map(([name, it]) => `${title(name, it)} | times as long`).join(" | ")} |`);
console.log(`|---|---:|${columns.map(() => "---:|---:|").join("")}`);
native.forEach(([name, , , ms], n) => {
  const cells = columns.map(([, { times }]) => `${times[n].toFixed(1)} | ${(times[n] / Number(ms)).toFixed(1)}`);
  console.log(`| ${name} | ${Number(ms).toFixed(1)} | ${cells.join(" | ")} |`);
});
