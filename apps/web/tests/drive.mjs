// What tests of the page have in common: a browser, a page in it, and what a person does with it.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const [siteFolder, executablePath, binaries, shots] = process.argv.slice(2);
export const site = siteFolder;
/** The folder of the command line, for what a page cannot make itself. */
export const bin = binaries;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const examples = JSON.parse(readFileSync(join(site, "examples.json"), "utf8"));
export const { server, url } = await serve(site);
export const profile = mkdtempSync(join(tmpdir(), "wavetank-web-"));
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
export const browser = await chromium.launchPersistentContext(profile, { executablePath, args, viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"] });

// Machines are slow and shared: what a test waits for comes, or is broken.
browser.setDefaultTimeout(90000);

export const complaints = [];
/** The page that is open. */
export let page;
/** Opens the page anew, and waits until the engine has looked at its text. */
export async function fresh(address = "") {
  if (page) await page.close();
  page = await browser.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
  page.on("request", (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) complaints.push(`asked for ${request.url()}`); });
  await page.goto(url + address);
  await page.waitForFunction(() => document.querySelector("#isa").textContent !== "");
}
/** Opens a page of the site that is not the workbench. */
export async function visit(address) {
  await page.goto(url + address);
}
/** Drops a file onto the page. */
export const drop = async (name, bytes) => {
  const text = Buffer.from(bytes).toString("base64");
  await page.evaluate(async ([name, text]) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, text]);
};
/** Waits until the editor shows something. */
export const shown = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#editor").shadowRoot.querySelector(".cm-content[contenteditable=true]").textContent), pattern);
/** Waits until a canvas in a panel shows more than a plain sheet. */
export const drawn = (id) => page.waitForFunction((id) => {
  const canvas = document.querySelector(`#panel-${id} canvas`);
  if (!canvas?.width || !canvas.height) return false;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const seen = new Set();
  for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return seen.size > 3;
}, id);
/** Whether a canvas in a panel has a colour of the page in it, more than here and there. */
export const coloured = (id, name) => page.waitForFunction(([id, name]) => {
  const canvas = document.querySelector(`#panel-${id} canvas`);
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let n = 0;
  for (let i = 0; i < data.length; i += 4) n += Number(data[i] === r && data[i + 1] === g && data[i + 2] === b);
  return n > 60;
}, [id, name]);
export const results = () => page.locator("#panel-results");
export const verdict = async () => {
  await page.waitForFunction(() => {
    const text = document.querySelector("#panel-results .verdict")?.textContent ?? "";
    return text && !/^(Running|Checking)/.test(text);
  });
  return results().locator(".verdict").textContent();
};
export const moment = async () => (await page.locator("#moment").textContent()).split(" / ").map((n) => Number(n.replaceAll(",", "").replace("…", "")));
export const recorded = () => page.waitForFunction(() => /^[\d,]+ \/ [\d,]+$/.test(document.querySelector("#moment").textContent));
export const run = async () => { await page.click("#run"); return verdict(); };
export const type = async (text) => {
  await page.evaluate(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-content").focus());
  await page.keyboard.press("Control+a");
  await page.evaluate((it) => navigator.clipboard.writeText(it), text);
  await page.keyboard.press("Control+v");
};
export const choose = async (path) => {
  await page.selectOption("#examples", path);
  await page.waitForFunction((name) => document.querySelector("#editor").dataset.name === name, path.replace(/.*\//, ""));
};
export const slide = (to) => page.evaluate((n) => {
  const slider = document.querySelector("#slider");
  slider.value = String(n);
  slider.dispatchEvent(new Event("input"));
}, to);
export const at = (n) => page.waitForFunction((text) => document.querySelector("#moment").textContent.startsWith(`${text} /`), n.toLocaleString("en-US"));
export const shot = async (name) => { if (shots) { await page.waitForTimeout(250); await page.screenshot({ path: join(shots, `${name}.png`) }); } };
export async function accessible(what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
  assert.deepEqual(violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.target.join(" ") + " " + node.any.map((a) => a.message).join()).join("; ")}`), [], what);
}
