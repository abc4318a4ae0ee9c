// The editor's API at its edge: what the extension registers is kept, so that tests can use it; what it
// merely needs to be there is there.
const path = require('node:path');
const Module = require('node:module');

/** Something that can be called, constructed, extended and asked for anything. */
function anything(name) {
  const target = class {};
  return new Proxy(target, {
    get: (_, key) => {
      if (key === 'prototype') return target.prototype;
      if (key === Symbol.toPrimitive) return () => name;
      if (key === Symbol.iterator) return function* () {};
      if (key === 'then') return undefined;
      return anything(`${name}.${String(key)}`);
    },
    apply: () => anything(`${name}()`),
    construct: (_, args, newTarget) => Reflect.construct(target, args, newTarget ?? target),
  });
}

const disposable = () => ({ dispose() {} });

class Uri {
  constructor(fsPath) {
    this.fsPath = fsPath;
    this.scheme = 'file';
    this.path = fsPath;
  }
  static file(fsPath) { return new Uri(fsPath); }
  static parse(text) { return new Uri(decodeURIComponent(text.replace(/^file:\/\//, ''))); }
  toString() { return `file://${this.fsPath}`; }
}

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(a, b, c, d) { this.start = new Position(a, b); this.end = new Position(c, d); } }

class EventEmitter {
  constructor() { this.listeners = new Set(); this.event = (f) => { this.listeners.add(f); return { dispose: () => this.listeners.delete(f) }; }; }
  fire(value) { this.listeners.forEach((f) => f(value)); }
  dispose() { this.listeners.clear(); }
}

class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }

class CancellationTokenSource {
  constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: disposable }; }
  cancel() {}
  dispose() {}
}

/** A new editor. `settings` are the user's, `files` those of the workspace. */
exports.editor = function editor(settings, files, root, documents = []) {
  const kept = { commands: {}, factories: {}, providers: {}, trackers: {}, views: {}, errors: [], debugged: [], terminals: [], tests: undefined, runs: [], diagnostics: [] };
  const items = new Map();
  const api = {
    version: '1.91.0', env: { appName: 'test', language: 'en' },
    Uri, Position, Range, EventEmitter, Diagnostic, CancellationTokenSource,
    Location: class { constructor(uri, position) { Object.assign(this, { uri, position }); } },
    TestMessage: class { constructor(message) { this.message = message; } },
    TestRunProfileKind: { Run: 1 },
    DebugAdapterExecutable: class { constructor(command, args, options) { Object.assign(this, { command, args, options }); } },
    Disposable: class { constructor(f) { this.dispose = f ?? (() => {}); } },
    workspace: {
      getConfiguration: () => ({ get: (name, or) => settings[name] ?? or, inspect: () => undefined }),
      getWorkspaceFolder: () => undefined,
      workspaceFolders: undefined,
      textDocuments: documents,
      createFileSystemWatcher: () => ({ onDidCreate: disposable, onDidChange: disposable, onDidDelete: disposable, dispose() {} }),
      findFiles: async () => files.map((file) => new Uri(file)),
      asRelativePath: (uri) => path.relative(root, uri.fsPath),
      fs: { readFile: async (uri) => require('node:fs').readFileSync(uri.fsPath) },
    },
    window: {
      activeTextEditor: undefined,
      showErrorMessage: (text) => { kept.errors.push(text); return Promise.resolve(); },
      registerWebviewViewProvider: (id, view) => { kept.views[id] = view; return disposable(); },
      createTerminal: (options) => { kept.terminals.push(options); return { show() {} }; },
    },
    commands: { registerCommand: (name, f) => { kept.commands[name] = f; return disposable(); } },
    debug: {
      registerDebugAdapterDescriptorFactory: (type, f) => { kept.factories[type] = f; return disposable(); },
      registerDebugConfigurationProvider: (type, f) => { kept.providers[type] = f; return disposable(); },
      registerDebugAdapterTrackerFactory: (type, f) => { kept.trackers[type] = f; return disposable(); },
      startDebugging: async (_, configuration) => { kept.debugged.push(configuration); return true; },
    },
    languages: {
      match: () => 10,
      createDiagnosticCollection: () => ({
        set: (uri, found) => { kept.diagnostics.push([String(uri), found]); },
        delete() {}, clear() {}, has: () => false, get: () => [], dispose() {},
      }),
    },
    tests: {
      createTestController: () => {
        kept.tests = {
          items: { add: (item) => items.set(item.id, item), delete: (id) => items.delete(id), forEach: (f) => items.forEach((item) => f(item)), get size() { return items.size; } },
          createRunProfile: (name, kind, run) => { kept.tests.run = run; },
          createTestItem: (id, label, uri) => ({ id, label, uri }),
          createTestRun: () => {
            const run = { passed_: [], failed_: [], errored_: [], ended: false, started() {}, skipped() {}, end() { run.ended = true; } };
            run.passed = (item) => run.passed_.push(item.label);
            run.failed = (item, messages) => run.failed_.push([item.label, messages]);
            run.errored = (item, messages) => run.errored_.push([item.label, messages]);
            kept.runs.push(run);
            return run;
          },
          dispose() {},
        };
        return kept.tests;
      },
    },
  };
  const vscode = new Proxy(api, { get: (own, key) => (key in own ? own[key] : anything(`vscode.${String(key)}`)) });
  for (const part of ['workspace', 'window', 'commands', 'debug', 'languages']) {
    api[part] = new Proxy(api[part], { get: (own, key) => (key in own ? own[key] : anything(`${part}.${String(key)}`)), set: (own, key, value) => { own[key] = value; return true; } });
  }
  return { vscode, kept };
};

/** Loads the extension as the editor does: the file that it ships, with the API under its name. */
exports.load = function load(file, vscode) {
  const before = Module._load;
  Module._load = function (request, ...rest) {
    return request === 'vscode' ? vscode : before.call(this, request, ...rest);
  };
  try {
    delete require.cache[require.resolve(file)];
    return require(file);
  } finally {
    Module._load = before;
  }
};
