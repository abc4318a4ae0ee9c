// Files with an `expect` as tests.
import * as vscode from 'vscode';
import { contributes } from '../package.json';
import { run } from './binary';

const FILES = `**/*{${contributes.languages[0].extensions.join(',')}}`;

interface Place {
  message: string;
  file?: string;
  line?: number;
  column?: number;
  labels?: { text: string }[];
}

interface Outcome {
  passed: number;
  failed: number;
  failures: { file: string; diagnostics: Place[] }[];
}

/** Whether a kernel file says what has to come out, and in which line. */
export function expectation(text: string): number | undefined {
  const lines = text.split('\n');
  const fences = lines.flatMap((line, at) => (line.trim() === '---' ? [at] : []));
  const [first, last] = fences.length > 1 ? [fences[0], fences[1]] : [0, lines.length];
  const at = lines.findIndex((line, at) => at >= first && at <= last && /^\s*expect\b/.test(line));
  return at < 0 ? undefined : at;
}

export class Tests implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController('wavetank', 'Wavetank');
  private readonly rest: vscode.Disposable[] = [];

  constructor() {
    const { controller } = this;
    controller.resolveHandler = async (item) => {
      if (!item) {
        await this.find();
      }
    };
    controller.refreshHandler = () => this.find();
    const profile = vscode.TestRunProfileKind.Run;
    controller.createRunProfile('Run', profile, (request, token) => this.run(request, token), true);
    const watcher = vscode.workspace.createFileSystemWatcher(FILES);
    watcher.onDidCreate((uri) => this.look(uri));
    watcher.onDidChange((uri) => this.look(uri));
    watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
    this.rest.push(controller, watcher);
  }

  async find(): Promise<void> {
    const found = await vscode.workspace.findFiles(FILES, '**/{node_modules,target}/**');
    await Promise.all(found.map((uri) => this.look(uri)));
  }

  private async look(uri: vscode.Uri): Promise<void> {
    const bytes = await vscode.workspace.fs.readFile(uri);
    const line = expectation(new TextDecoder().decode(bytes));
    if (line === undefined) {
      this.controller.items.delete(uri.toString());
      return;
    }
    const item = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.range = new vscode.Range(line, 0, line, 0);
    this.controller.items.add(item);
  }

  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run_ = this.controller.createTestRun(request);
    const chosen: vscode.TestItem[] = [];
    this.controller.items.forEach((item) => chosen.push(item));
    for (const item of request.include ?? chosen) {
      if (token.isCancellationRequested || request.exclude?.includes(item)) {
        run_.skipped(item);
        continue;
      }
      await this.one(item, run_, token);
    }
    run_.end();
  }

  private async one(item: vscode.TestItem, run_: vscode.TestRun, token: vscode.CancellationToken): Promise<void> {
    if (!item.uri) {
      return;
    }
    run_.started(item);
    const start = Date.now();
    const said = await run(['test', '--json', item.uri.fsPath], undefined, token);
    const took = Date.now() - start;
    if (said.code === 0) {
      run_.passed(item, took);
      return;
    }
    let places: Place[] = [];
    try {
      const outcome = JSON.parse(said.stdout) as Outcome;
      places = outcome.failures.flatMap((failure) => failure.diagnostics);
    } catch {
      places = [{ message: said.stderr || `wavetank ended with ${said.code}` }];
    }
    const messages = places.map((place) => {
      const labels = (place.labels ?? []).map((label) => label.text).join('\n');
      const message = new vscode.TestMessage([place.message, labels].filter(Boolean).join('\n'));
      const position = new vscode.Position((place.line ?? 1) - 1, (place.column ?? 1) - 1);
      message.location = new vscode.Location(item.uri!, position);
      return message;
    });
    const trapped = said.code !== 1;
    (trapped ? run_.errored : run_.failed).call(run_, item, messages, took);
  }

  dispose(): void {
    this.rest.forEach((one) => one.dispose());
  }
}
