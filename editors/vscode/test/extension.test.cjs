// The extension as it is packaged, with the editor's API stubbed at its edge; the program is the real one,
// and so is the debug client, which is the protocol's own for tests.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const { editor, load } = require('./stub.cjs');

const root = path.resolve(__dirname, '../../..');
const program = process.env.WAVETANK ?? 'wavetank';
const kernel = path.join(root, 'examples/flux/divergence.flux');
const wrong = path.join(root, 'corpus/cli/kernels/wrong.flux');
const trap = path.join(root, 'corpus/flux/debug/trap.flux');
const built = path.join(__dirname, '../out/extension.js');

// Language servers that were started are stopped, or this process would wait for them.
const open = [];
test.after(() => Promise.all(open.map((close) => close())));

async function activated(settings = { path: program }, documents = []) {
  const { vscode, kept } = editor(settings, [kernel, wrong, trap], root, documents);
  const extension = load(built, vscode);
  const context = { subscriptions: [] };
  // The language client talks to the server in its own time; what is registered is there at once.
  const active = extension.activate(context);
  active.catch(() => undefined);
  open.push(async () => {
    await active.catch(() => undefined);
    await extension.deactivate().catch(() => undefined);
  });
  return { vscode, kept, extension, context, active };
}

test('the language server is started, told of the open files, and stopped', async () => {
  const text = '---\n---\nADDD R1, R2, R3\nHALT\n';
  const uri = { scheme: 'file', fsPath: '/x/wrong.flux', path: '/x/wrong.flux', toString: () => 'file:///x/wrong.flux' };
  const document = { uri, fileName: uri.fsPath, languageId: 'wavetank', version: 1, isClosed: false, getText: () => text };
  const { kept, extension, active } = await activated({ path: program }, [document]);
  await active;
  assert.deepStrictEqual(kept.errors, []);
  for (let i = 0; i < 400 && !kept.diagnostics.some(([, found]) => found?.length); i++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const [[, found]] = kept.diagnostics;
  assert.strictEqual(found.length, 1);
  assert.match(found[0].message, /there is no instruction `ADDD`/);
  await extension.deactivate();
  open.pop();
});

test('everything that package.json promises is registered', async () => {
  const { kept } = await activated();
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8'));
  for (const { command } of manifest.contributes.commands) {
    assert.ok(kept.commands[command], command);
  }
  for (const { type } of manifest.contributes.debuggers) {
    assert.ok(kept.factories[type] && kept.providers[type] && kept.trackers[type], type);
  }
  for (const { id } of manifest.contributes.views.debug) {
    assert.ok(kept.views[id], id);
  }
  for (const key of Object.keys(manifest.contributes.debuggers[0].configurationAttributes.launch.properties)) {
    assert.match(fs.readFileSync(path.join(root, 'apps/cli/src/dap/launch.rs'), 'utf8'), new RegExp(`"${key}"`), key);
  }
});

test('the debug adapter stops, shows lanes, and ends as the program does', async () => {
  const { kept } = await activated();
  const session = { workspaceFolder: undefined };
  const { command, args } = kept.factories.wavetank.createDebugAdapterDescriptor(session);
  assert.deepStrictEqual([command, args], [program, ['dap']]);
  const client = new DebugClient(command, args.join(' '), 'wavetank');
  // This client runs scripts of node; ours is a program.
  const child = require('node:child_process').spawn(command, args);
  client.connect(child.stdout, child.stdin);
  await client.initializeRequest({ adapterID: 'wavetank', linesStartAt1: true, columnsStartAt1: true });
  const configuration = kept.providers.wavetank.resolveDebugConfiguration(undefined, { type: 'wavetank', request: 'launch', name: 'x', program: kernel });
  await Promise.all([client.waitForEvent('initialized'), client.launchRequest(configuration)]);
  const set = await client.setBreakpointsRequest({ source: { path: kernel }, breakpoints: [{ line: 22 }] });
  assert.ok(set.body.breakpoints[0].verified);
  await Promise.all([client.waitForEvent('stopped'), client.configurationDoneRequest()]);
  const frames = await client.stackTraceRequest({ threadId: 1 });
  assert.strictEqual(frames.body.stackFrames[0].line, 22);

  const view = { webview: { html: '' } };
  kept.views['wavetank.lanes'].resolveWebviewView(view);
  const debugged = { customRequest: async (name) => (await client.customRequest(name, {})).body };
  const tracker = kept.trackers.wavetank.createDebugAdapterTracker(debugged);
  tracker.onDidSendMessage({ type: 'event', event: 'stopped' });
  for (let i = 0; i < 200 && !view.webview.html.includes('after 4'); i++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.strictEqual(view.webview.html.match(/class="active"/g).length, 16, view.webview.html);
  assert.match(view.webview.html, /lane 0: has its turn later, line 26/);

  const exited = client.waitForEvent('exited');
  await client.continueRequest({ threadId: 1 });
  assert.strictEqual((await exited).body.exitCode, 0);
  await client.disconnectRequest();
  await new Promise((resolve) => child.once('exit', resolve));
  tracker.onDidSendMessage({ type: 'event', event: 'terminated' });
  assert.match(view.webview.html, /Nothing is being debugged/);
});

test('files with an expectation are tests', async () => {
  const { kept, vscode } = await activated();
  await kept.tests.resolveHandler(undefined);
  assert.strictEqual(kept.tests.items.size, 2, 'trap.flux expects nothing');
  await kept.tests.run({ include: undefined }, { isCancellationRequested: false, onCancellationRequested() {} });
  const [run] = kept.runs;
  assert.ok(run.ended);
  assert.deepStrictEqual(run.passed_, ['examples/flux/divergence.flux']);
  const [[label, [message]]] = run.failed_;
  assert.strictEqual(label, 'corpus/cli/kernels/wrong.flux');
  assert.match(message.message, /not as expected\n1 of 2 values differ/);
  assert.deepStrictEqual({ ...message.location.position }, { line: 2, character: 7 });
  assert.ok(vscode);
});

test('a lens debugs its file, F5 the one that is open, and a terminal shows the whole screen', async () => {
  const { kept, vscode } = await activated();
  await kept.commands['wavetank.debug'](`file://${kernel}`, 'main');
  assert.deepStrictEqual(kept.debugged, [
    { type: 'wavetank', request: 'launch', name: 'divergence.flux', program: kernel, stopOnEntry: true, kernel: 'main' },
  ]);
  const provider = kept.providers.wavetank;
  assert.strictEqual(provider.resolveDebugConfiguration(undefined, {}), undefined);
  vscode.window.activeTextEditor = { document: { languageId: 'wavetank', uri: vscode.Uri.file(kernel) } };
  assert.strictEqual(provider.resolveDebugConfiguration(undefined, {}).program, kernel);
  kept.commands['wavetank.tui']();
  assert.deepStrictEqual(kept.terminals[0].shellArgs, ['debug', '--tui', kernel]);
});

test('a program that is not there is told of', async () => {
  const { kept } = await activated({ path: '/nowhere/wavetank' });
  await kept.tests.resolveHandler(undefined);
  await kept.tests.run({ include: undefined }, { isCancellationRequested: false, onCancellationRequested() {} });
  assert.match(kept.runs[0].errored_[0][1][0].message, /cannot be run/);
});

test('the problem matcher reads what the program writes', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8'));
  const [{ pattern }] = manifest.contributes.problemMatchers;
  const { stderr } = require('node:child_process').spawnSync(program, ['run', wrong], { encoding: 'utf8' });
  const lines = stderr.split('\n');
  const at = lines.findIndex((line) => new RegExp(pattern[0].regexp).test(line));
  assert.deepStrictEqual(lines[at].match(pattern[0].regexp).slice(1, 4), ['error', 'expectation', 'out_y is not as expected']);
  assert.deepStrictEqual(lines[at + 1].match(pattern[1].regexp).slice(1, 4), [wrong, '3', '8']);
});
