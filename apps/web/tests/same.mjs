// The engine in WebAssembly, in Node and in a browser, against the command line: results, statistics and
// messages of every example and of the kernels of the corpus are the same to the last bit.
//
// node same.mjs SITE WAVETANK CHROMIUM|- PATH...

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const [site, wavetank, executablePath, ...paths] = process.argv.slice(2);
const here = dirname(new URL(import.meta.url).pathname);
const walk = (path) => (statSync(path).isDirectory() ? readdirSync(path).sort().flatMap((name) => walk(join(path, name))) : [path]);

/** A kernel with the files that it names. */
function read(path) {
  const text = readFileSync(path, "utf8");
  const files = [...text.matchAll(/"([^"\n]+)"/g)].map(([, name]) => [name, join(dirname(path), name)]);
  return { path, text, files: files.filter(([, file]) => existsSync(file) && statSync(file).isFile()).map(([name, file]) => [name, readFileSync(file)]) };
}

/** What the command line says about it. */
function told({ path }) {
  return new Promise((done) => {
    const child = spawn(wavetank, ["run", "--json", "--quiet", path], { stdio: ["ignore", "pipe", "ignore"] });
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.on("close", (status) => done({ status, json: JSON.parse(Buffer.concat(parts).toString("utf8")) }));
  });
}

/** Kernels that differ, where `ask` answers for the engine. */
async function compare(where, kernels, ask) {
  const began = performance.now();
  let wrong = 0;
  for (const kernel of kernels) {
    let json = await ask(kernel);
    let theirs = kernel.told.json;
    if (json.failed !== undefined) {
      // A run that did not get to its end: the same messages at the same places.
      const short = (all) => all.map(({ message, severity, labels }) => ({ message, severity, lines: labels?.map(({ line }) => line) }));
      theirs = { exit: kernel.told.status, diagnostics: short(theirs.diagnostics) };
      json = { exit: json.failed, diagnostics: short(json.diagnostics) };
    }
    if (JSON.stringify(json) === JSON.stringify(theirs)) continue;
    wrong++;
    console.log(`${relative(".", kernel.path)} differs in ${where}`);
    for (const key of new Set([...Object.keys(json), ...Object.keys(theirs)])) {
      const [a, b] = [JSON.stringify(json[key]), JSON.stringify(theirs[key])];
      if (a !== b) console.log(`  ${key}: ${String(a).slice(0, 300)}\n  command line: ${String(b).slice(0, 300)}`);
    }
  }
  console.log(`${where}: ${kernels.length} kernels, ${wrong} differ from the command line (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return wrong;
}

async function engine() {
  const { outputFiles } = await build({ entryPoints: [join(here, "../page/src/module.ts")], bundle: true, format: "esm", write: false, logLevel: "warning" });
  const { load } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  return load(await WebAssembly.compile(readFileSync(join(site, "engine.wasm"))));
}

/** In a Worker of the page, as the page itself has it. */
async function inBrowser() {
  const { server, url } = await serve(site);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  await page.goto(`${url}manifest.webmanifest`);
  await page.evaluate(async () => {
    const compile = async (name) => WebAssembly.compile(await (await fetch(name)).arrayBuffer());
    const worker = new Worker("worker.js", { type: "module" });
    worker.postMessage({ module: await compile("engine.wasm"), fused: await compile("fused.wasm").catch(() => undefined) });
    const waiting = new Map();
    worker.onmessage = ({ data }) => waiting.get(data.id)?.(data);
    let last = 0;
    window.ask = (json, bytes) => new Promise((done) => { waiting.set(++last, done); worker.postMessage({ id: last, json, bytes }); });
  });
  const ask = ({ path, text, files }) => page.evaluate(async ({ path, text, files }) => {
    await window.ask({ op: "forget" });
    for (const [name, data] of files) await window.ask({ op: "file", name }, Uint8Array.from(atob(data), (c) => c.charCodeAt(0)));
    const { json, died } = await window.ask({ op: "run", name: path, text, json: true });
    return JSON.stringify(died ? { failed: died, diagnostics: [] } : json);
  }, { path, text, files: files.map(([name, bytes]) => [name, bytes.toString("base64")]) }).then(JSON.parse);
  return { ask, close: async () => { await browser.close(); server.close(); } };
}

const call = await engine();
const kinds = new Set(call({ op: "hello" }).json.isas.map(({ name }) => name));
async function inNode({ path, text, files }) {
  call({ op: "forget" });
  for (const [name, bytes] of files) call({ op: "file", name }, bytes);
  return call({ op: "run", name: path, text, json: true }).json;
}
// OpenCL C needs a compiler, which is not in a page.
const kernels = paths.flatMap(walk).filter((path) => kinds.has(path.slice(path.lastIndexOf(".") + 1))).map(read).filter(({ text }) => !/\.cl"/.test(text));
const rest = [...kernels];
await Promise.all([1, 2].map(async () => {
  for (let kernel = rest.shift(); kernel; kernel = rest.shift()) kernel.told = await told(kernel);
}));
let wrong = await compare("Node", kernels, inNode);
if (executablePath !== "-") {
  const { ask, close } = await inBrowser();
  wrong += await compare("Chromium", kernels, ask);
  await close();
}
process.exit(wrong || !kernels.length ? 1 : 0);
