// The documentation as part of the site: a page for each file that docs/SUMMARY.md names, in its order,
// with a search over all of them, and with every example in it to run.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { Marked } from "marked";

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
/** The name of a heading in an address, as GitHub and mdBook have it. */
const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/g, "-");
const bare = (html) => html.replace(/<[^>]+>/g, "").replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'");

/** Parts, each with its chapters: title, file, depth. */
function summary(text) {
  const parts = [];
  for (const line of text.split("\n").slice(1)) {
    const part = /^# (.+)$/.exec(line);
    const chapter = /^(\s*)- \[(.+)\]\((\S+)\.md\)$/.exec(line);
    if (part) parts.push({ title: part[1], chapters: [] });
    else if (chapter) parts.at(-1).chapters.push({ title: chapter[2], name: chapter[3], deep: chapter[1].length > 0 });
    else if (line.trim()) throw new Error(`docs/SUMMARY.md: "${line}" is neither a part nor a chapter`);
  }
  return parts;
}

/** What stands below an example: the workbench with it, when it is opened. */
function frame(address, name) {
  return `<details class="try"><summary>Run ${escape(name)} here</summary>` +
    `<iframe src="../index.html?embed${address}" title="${escape(name)} in the workbench" loading="lazy"></iframe></details>\n`;
}

export function book(folder, out, examples, call) {
  const parts = summary(readFileSync(join(folder, "SUMMARY.md"), "utf8"));
  const chapters = parts.flatMap((part) => part.chapters);
  const missing = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "SUMMARY.md" && !chapters.some((it) => `${it.name}.md` === name));
  if (missing.length) throw new Error(`docs/SUMMARY.md does not name ${missing.join(", ")}`);
  const known = new Set(examples.map((it) => it.path));
  const index = [];
  const anchors = new Map();
  const wanted = [];
  let runnable = 0;

  const pages = chapters.map((chapter) => {
    const ids = new Map();
    let section = { page: chapter.name, title: chapter.title, id: "", heading: "", text: "" };
    index.push(section);
    anchors.set(chapter.name, new Set());
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth }) {
          const html = this.parser.parseInline(tokens);
          const name = slug(bare(html));
          const times = ids.get(name) ?? 0;
          ids.set(name, times + 1);
          const id = times ? `${name}-${times}` : name;
          anchors.get(chapter.name).add(id);
          section = { page: chapter.name, title: chapter.title, id, heading: bare(html), text: "" };
          index.push(section);
          return `<h${depth} id="${escape(id)}">${html}${depth > 1 ? ` <a class="here" href="#${escape(id)}" aria-label="Link to this section">#</a>` : ""}</h${depth}>\n`;
        },
        code({ text, lang }) {
          const kind = (lang ?? "").split(/\s/)[0];
          section.text += ` ${text}`;
          const block = `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`;
          // A whole kernel, which the engine takes, or commands about examples of the site.
          if (/^---\n/.test(text) && kind && !["text", "console", "sh"].includes(kind)) {
            const kernel = { name: `${chapter.name}.${kind}`, text: `${text}\n` };
            const { json } = call({ op: "run", ...kernel });
            if (json.failed === undefined) {
              runnable++;
              return block + frame(`#k1=${deflateRawSync(JSON.stringify(kernel), { level: 9 }).toString("base64url")}`, "this kernel");
            }
          }
          const named = [...new Set([...text.matchAll(/\bexamples\/([\w./-]+\.\w+)/g)].map((it) => it[1]))].filter((path) => known.has(path));
          runnable += named.length;
          return block + named.map((path) => frame(`&amp;example=${path}`, path)).join("");
        },
        table({ header, rows }) {
          const row = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}${cell.align ? ` class="${cell.align}"` : ""}${tag === "th" ? ' scope="col"' : ""}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
          section.text += ` ${[header, ...rows].flat().map((cell) => cell.text).join(" ")}`;
          const head = header.some((cell) => cell.text) ? `<thead>${row(header, "th")}</thead>` : "";
          return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table>${head}<tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>\n`;
        },
        paragraph({ tokens }) {
          const html = this.parser.parseInline(tokens);
          section.text += ` ${bare(html)}`;
          return `<p>${html}</p>\n`;
        },
        // What is written as markup is text here, as everywhere in the site.
        html: ({ text }) => escape(text),
        link({ href, tokens }) {
          const text = this.parser.parseInline(tokens);
          if (/^https?:/.test(href)) return `<a href="${escape(href)}" rel="noreferrer">${text}</a>`;
          const own = /^([\w-]*)(?:\.md)?(#[\w-]+)?$/.exec(href);
          // What is in the sources and not on the site is named, and leads nowhere.
          if (!own || (own[1] && !chapters.some((it) => it.name === own[1]))) return text;
          if (own[2]) wanted.push([chapter.name, own[1] || chapter.name, own[2].slice(1)]);
          return `<a href="${own[1] ? `${own[1]}.html` : ""}${own[2] ?? ""}">${text}</a>`;
        },
        image: ({ text }) => escape(text),
      },
    });
    return { ...chapter, body: marked.parse(readFileSync(join(folder, `${chapter.name}.md`), "utf8")) };
  });
  for (const [from, page, id] of wanted) {
    if (!anchors.get(page)?.has(id)) throw new Error(`docs/${from}.md: ${page}.md has no section "${id}"`);
  }

  mkdirSync(join(out, "docs"), { recursive: true });
  const contents = (current) => parts.map((part) => `<p class="part">${escape(part.title)}</p><ul>${part.chapters.map((it) =>
    `<li${it.deep ? ' class="deep"' : ""}><a href="${it.name}.html"${it.name === current ? ' aria-current="page"' : ""}>${escape(it.title)}</a></li>`).join("")}</ul>`).join("");
  const whole = (title, current, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escape(title)} · Wavetank</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../style.css">
<link rel="stylesheet" href="../book.css">
<script src="../book.js"></script>
</head>
<body class="book">
<a class="skip" href="#content">To the text</a>
<nav aria-label="Documentation">
<p class="home"><a href="../index.html">Workbench</a> <button id="theme" aria-label="Light or dark">◐</button></p>
<div role="search"><input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><div id="found" aria-live="polite"></div></div>
<details id="contents" open><summary>Contents</summary>${contents(current)}</details>
</nav>
<main id="content">
${body}</main>
</body>
</html>
`;
  pages.forEach((page, n) => {
    const beside = (other, text) => (other ? `<a href="${other.name}.html">${text.replace("%", escape(other.title))}</a>` : "<span></span>");
    const ends = `<footer>${beside(pages[n - 1], "← %")}${beside(pages[n + 1], "% →")}</footer>\n`;
    writeFileSync(join(out, "docs", `${page.name}.html`), whole(page.title, page.name, page.body + ends));
  });
  const start = `<h1>Wavetank</h1>\n<p>A laboratory for GPU machine code: it assembles, disassembles, runs, debugs and checks kernels on any computer, with no GPU. The <a href="../index.html">workbench</a> is all of it in a page; its Course tab has ten lessons. Examples in these pages can be run where they stand.</p>\n${contents("").replaceAll('<p class="part">', "<h2>").replaceAll(/<h2>([^<]*)<\/p>/g, "<h2>$1</h2>")}`;
  writeFileSync(join(out, "docs", "index.html"), whole("Documentation", "", start));
  writeFileSync(join(out, "docs", "search.json"), JSON.stringify(index.filter((it) => it.text.trim()).map((it) => [it.page, it.title, it.id, it.heading, it.text.replace(/\s+/g, " ").trim()])));
  return { pages: pages.length, runnable };
}
