// The extension in a real editor: code-server, in a browser without a screen. scripts/test-vscode starts it as
//   node editor.mjs CODE-SERVER PLAYWRIGHT CHROMIUM VSIX WAVETANK PICTURES
// Every step waits for what a user would see, and keeps a picture of it.
import assert from 'node:assert';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const [server, playwright, chromium, vsix, wavetank, pictures] = process.argv.slice(2);
const { chromium: browsers } = createRequire(path.join(playwright, 'package.json'))('playwright-core');
const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../../..');
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'wavetank-editor-'));
const folder = path.join(home, 'kernels');
const LIMIT = 60_000;

// What is edited: a kernel that is wrong, one that is right, one whose results are not as expected.
const kernel = fs.readFileSync(path.join(root, 'examples/flux/divergence.flux'), 'utf8');
fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
fs.mkdirSync(path.join(home, 'data/User'), { recursive: true });
fs.mkdirSync(pictures, { recursive: true });
const put = (name, text) => fs.writeFileSync(path.join(folder, name), text);
put('wrong.wave', '---\nlocal = 32\n---\n    mov.u33 r1, 5\n    halt\n');
put('divergence.flux', kernel);
put('fails.flux', kernel.replace('expect out_r = 6, 2', 'expect out_r = 7, 2'));
put('.vscode/tasks.json', JSON.stringify({
  version: '2.0.0',
  tasks: [{ label: 'assemble', type: 'process', command: wavetank, args: ['asm', 'wrong.wave', '-o', path.join(home, 'out.elf')], problemMatcher: '$wavetank' }],
}));
put('.vscode/launch.json', JSON.stringify({
  version: '0.2.0',
  configurations: [{ type: 'wavetank', request: 'launch', name: 'kernel', program: '${workspaceFolder}/divergence.flux', stopOnEntry: true }],
}));
fs.writeFileSync(path.join(home, 'data/User/settings.json'), JSON.stringify({
  'wavetank.path': wavetank,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'security.workspace.trust.enabled': false,
  'editor.hover.delay': 100,
  'testing.automaticallyOpenTestResults': 'neverOpen',
  'debug.openDebug': 'openOnDebugBreak',
  'task.quickOpen.skip': true,
  'window.commandCenter': false,
}));

const freePort = () =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const common = ['--config', path.join(home, 'config.yaml'), '--user-data-dir', path.join(home, 'data'), '--extensions-dir', path.join(home, 'extensions')];
const entry = path.join(server, 'out/node/entry.js');
execFileSync(process.execPath, [entry, ...common, '--install-extension', vsix], { stdio: 'pipe' });
const port = await freePort();
const editor = spawn(process.execPath, [entry, ...common, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', folder], { stdio: 'pipe' });
let log = '';
editor.stdout.on('data', (data) => (log += data));
editor.stderr.on('data', (data) => (log += data));

const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
page.setDefaultTimeout(LIMIT);
let shots = 0;
const picture = (name) => page.screenshot({ path: path.join(pictures, `${++shots}-${name}.png`) });

/** Carries out a command of the palette. */
async function command(text) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill(`>${text}`);
  await page.locator('.quick-input-list .label-name', { hasText: new RegExp(`^${text}$`) }).first().click();
}

async function open(name) {
  await page.keyboard.press('Control+p');
  await page.locator('.quick-input-widget input').fill(name);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: name }).waitFor();
}

/** Waits until something on the page says this. */
const says = (selector, text) => page.locator(selector, { hasText: text }).first().waitFor();

/** Rests with the mouse on a word until the editor says something about it. */
async function hover(word, text) {
  const place = page.locator('.view-line', { hasText: word }).getByText(word).first();
  const shown = page.locator('.monaco-hover', { hasText: text }).first();
  for (let tries = 0; ; tries++) {
    await page.mouse.move(700, 850);
    await place.hover();
    try {
      return await shown.waitFor({ timeout: 3000 });
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

async function steps() {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await page.goto(`http://127.0.0.1:${port}/?folder=${folder}`);
      // The server listens before it knows what it serves.
      if (answer?.ok()) break;
      throw new Error(`the editor answers ${answer?.status()}`);
    } catch (error) {
      if (tries > 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  await page.locator('.monaco-workbench').waitFor();

  // Errors as one types, and a page where the mouse is.
  await open('wrong.wave');
  await page.locator('.squiggly-error').first().waitFor();
  await hover('mov.u33', 'mov.u33');
  await picture('errors');
  console.log('errors are underlined and explained');
  await page.keyboard.press('Escape');
  await open('divergence.flux');
  await hover('BEQ', 'rs1');
  await picture('hover');
  console.log('an instruction under the mouse shows its page');
  await page.keyboard.press('Escape');

  // Lenses and what the last run cost.
  await page.locator('.codelens-decoration a', { hasText: 'run' }).first().click();
  await says('.notifications-toasts, .notification-toast', 'as expected');
  await says('.view-lines', 'of 32 lanes');
  await picture('run');
  console.log('a lens runs the kernel, and lines show what they cost');
  await command('Notifications: Clear All Notifications');

  // A session: stops at the start, a breakpoint where lanes part, lanes beside the source.
  await page.locator('.view-line', { hasText: 'ADD R3' }).first().click();
  await page.keyboard.press('F9');
  await page.locator('.codicon-debug-breakpoint').first().waitFor();
  await page.keyboard.press('F5');
  await page.locator('.debug-toolbar').waitFor();
  await page.locator('.codicon-debug-stackframe').first().waitFor();
  await page.keyboard.press('F5');
  await says('.debug-pane .monaco-list-row, .debug-call-stack .monaco-list-row', /wave 0|divergence/);
  await page.locator('.pane-header[aria-label="Lanes Section"][aria-expanded="true"]').waitFor();
  const lanes = async () => {
    for (const frame of page.frames()) {
      const text = await frame.locator('.cells').first().textContent({ timeout: 500 }).catch(() => null);
      if (text) return text;
    }
    return '';
  };
  let cells = '';
  for (let tries = 0; tries < 60 && !cells.includes('◦'); tries++) {
    cells = await lanes();
    await page.waitForTimeout(250);
  }
  await picture('debug');
  assert.match(cells, /^(◦█){16}$/, `lanes: ${cells}`);
  console.log('a breakpoint stops the run, and the lanes view shows who goes on');
  await page.keyboard.press('Shift+F5');
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });

  // Files with an `expect` are tests.
  await command('Testing: Focus on Test Explorer View');
  await says('.test-explorer .monaco-list-row', 'divergence.flux');
  await command('Test: Run All Tests');
  await says('.test-explorer', '1/2');
  await page.locator('.test-explorer .codicon-testing-passed-icon').first().waitFor();
  await page.locator('.test-explorer .codicon-testing-failed-icon').first().waitFor();
  await picture('tests');
  console.log('tests pass and fail');

  // What a task prints becomes problems.
  await command('View: Close All Editors');
  await command('Tasks: Run Task');
  // There is one, so it is not asked which.
  await says('.terminal-tabs-entry, .single-terminal-tab', 'assemble');
  await command('Problems: Focus on Problems View');
  await says('.markers-panel .monaco-list-row', 'mov.u33');
  await picture('problems');
  console.log('the problem matcher reads what a task prints');
}

let failed = false;
try {
  await steps();
} catch (error) {
  failed = true;
  await picture('failed').catch(() => undefined);
  console.error(`${error}\n${log.slice(-2000)}`);
} finally {
  await browser.close();
  editor.kill();
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(failed ? 1 : 0);
