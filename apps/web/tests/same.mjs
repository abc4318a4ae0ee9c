// The engine in WebAssembly against the command line: results, statistics and messages of every
// example and of the kernels of the corpus are the same to the last bit.
//
// node same.mjs ENGINE.wasm WAVETANK PATH...

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

const [wasm, wavetank, ...paths] = process.argv.slice(2);
const here = dirname(new URL(import.meta.url).pathname);
const { outputFiles } = await build({ entryPoints: [join(here, "../page/src/module.ts")], format: "esm", write: false, logLevel: "warning" });
const { load } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
const module = await WebAssembly.compile(readFileSync(wasm));

const kinds = new Set(["flux", "wave", "waves", "tile", "rdna3", "rdna4"]);
const walk = (path) => (statSync(path).isDirectory() ? readdirSync(path).sort().flatMap((name) => walk(join(path, name))) : [path]);
const kernels = paths.flatMap(walk).filter((path) => kinds.has(path.slice(path.lastIndexOf(".") + 1)));

let call = await load(module);
let wrong = 0;
let ran = 0;
let native = 0;
let own = 0;
for (const path of kernels) {
  const text = readFileSync(path, "utf8");
  const folder = dirname(path);
  call({ op: "forget" });
  for (const [, name] of text.matchAll(/"([^"\n]+)"/g)) {
    const file = join(folder, name);
    if (existsSync(file) && statSync(file).isFile()) call({ op: "file", name }, readFileSync(file));
  }
  // OpenCL C needs a compiler, which is not in a page.
  if (/\.cl"/.test(text)) continue;
  let began = performance.now();
  const expected = spawnSync(wavetank, ["run", "--json", "--quiet", path], { maxBuffer: 1 << 28, encoding: "utf8" });
  native += performance.now() - began;
  began = performance.now();
  let { json } = call({ op: "run", name: path, text, json: true });
  own += performance.now() - began;
  ran++;
  let theirs = JSON.parse(expected.stdout);
  if (json.failed !== undefined) {
    // A run that did not get to its end: the same messages at the same places.
    const short = (all) => all.map(({ message, severity }) => ({ message, severity }));
    theirs = { exit: expected.status, diagnostics: short(theirs.diagnostics) };
    json = { exit: json.failed, diagnostics: short(json.diagnostics) };
  }
  if (JSON.stringify(json) !== JSON.stringify(theirs)) {
    wrong++;
    console.log(`${relative(".", path)} differs`);
    const keys = new Set([...Object.keys(json), ...Object.keys(theirs)]);
    for (const key of keys) {
      const [a, b] = [JSON.stringify(json[key]), JSON.stringify(theirs[key])];
      if (a !== b) console.log(`  ${key}: ${String(a).slice(0, 300)}\n  command line: ${String(b).slice(0, 300)}`);
    }
  }
}
console.log(`${ran} kernels, ${wrong} differ; ${(own / 1000).toFixed(1)} s here, ${(native / 1000).toFixed(1)} s on the command line`);
process.exit(wrong || !ran ? 1 : 0);
