// Builds the site: node build.mjs ENGINE.wasm FOLDER. scripts/build-web calls it.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { book } from "./book.mjs";
import { lessons } from "./course.mjs";
import { fused } from "./fused.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [wasm, out] = process.argv.slice(2);
if (!wasm || !out) {
  console.error("usage: node build.mjs ENGINE.wasm FOLDER");
  process.exit(2);
}
const page = join(here, "page");
const examples = join(here, "../../examples");

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const name of ["index.html", "style.css", "book.css", "icon.svg", "manifest.webmanifest"]) cpSync(join(page, name), join(out, name));
cpSync(wasm, join(out, "engine.wasm"));
writeFileSync(join(out, "fused.wasm"), await fused());

const common = { bundle: true, format: "esm", target: "es2022", minify: true, legalComments: "none", logLevel: "warning" };
for (const name of ["main", "worker", "book"]) {
  await build({ ...common, ...(name === "book" ? { format: "iife" } : {}), entryPoints: [join(page, "src", `${name}.ts`)], outfile: join(out, `${name}.js`) });
}

// The engine that the page will have, for what it knows and computes.
const glue = await build({ ...common, entryPoints: [join(page, "src", "module.ts")], write: false });
const { load } = await import(`data:text/javascript;base64,${Buffer.from(glue.outputFiles[0].contents).toString("base64")}`);
const call = await load(await WebAssembly.compile(readFileSync(wasm)));
const kinds = call({ op: "hello" }).json.isas.map(({ name }) => name);

// Examples, each with the files that it names.
const all = [];
const walk = (folder) => readdirSync(folder).sort().flatMap((name) => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? walk(path) : [path];
});
for (const path of walk(examples)) {
  const name = relative(examples, path).replaceAll("\\", "/");
  const kind = name.slice(name.lastIndexOf(".") + 1);
  if (!kinds.includes(kind) || name.startsWith("opencl/")) continue;
  const text = readFileSync(path, "utf8");
  const folder = dirname(path);
  const files = [...text.matchAll(/"([^"\n]+\.(?:npy|bin|png|hsaco|inc|s))"/g)].map((match) => match[1]);
  const copy = (from) => {
    const to = join(out, "examples", relative(examples, from));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to);
  };
  copy(path);
  for (const file of files) copy(join(folder, file));
  const title = name.slice(name.indexOf("/") + 1).replace(/\.[^.]*$/, "").replace("tutorial/", "tutorial ").replaceAll("-", " ");
  all.push({ name, title: /^[rc]dna/.test(kind) ? `${title} (${kind})` : title, isa: name.split("/")[0], path: name, files: [...new Set(files)] });
}
writeFileSync(join(out, "examples.json"), JSON.stringify(all));

// Lessons, with its numbers.
const course = lessons(join(here, "course"), call);
writeFileSync(join(out, "course.json"), JSON.stringify(course));
const docs = book(join(here, "../../docs"), out, all, call);

// What is kept for later visits, under a name that changes with any of it.
const kept = walk(out).map((path) => relative(out, path).replaceAll("\\", "/"));
const hash = createHash("sha256");
for (const name of kept) hash.update(name).update(readFileSync(join(out, name)));
await build({
  ...common,
  entryPoints: [join(page, "src", "offline.ts")],
  outfile: join(out, "offline.js"),
  define: { VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)), FILES: JSON.stringify(kept) },
});

const packed = walk(out).reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
console.log(`${out}: ${all.length} examples, ${course.length} lessons, ${docs.pages} pages with ${docs.runnable} examples to run, ${(packed / 1e6).toFixed(2)} MB compressed`);
