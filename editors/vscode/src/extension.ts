// Wavetank in the editor: the language server, the debug adapter, tests, and lanes beside the source.
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { binary } from './binary';
import { Adapter, Configurations, configuration } from './debug';
import { LanesView } from './lanes';
import { Tests } from './tests';

let client: LanguageClient | undefined;

async function start(): Promise<void> {
  await client?.stop().catch(() => undefined);
  const server = { command: binary(), args: ['lsp'] };
  client = new LanguageClient('wavetank', 'Wavetank', server, {
    documentSelector: [{ language: 'wavetank' }, { pattern: '**/*.s' }],
    // Debugging is the editor's own.
    initializationOptions: { clientCommands: ['wavetank.debug'] },
  });
  try {
    await client.start();
  } catch (error) {
    const message = `The language server ${binary()} does not start: ${error}. The setting wavetank.path says where it is.`;
    void vscode.window.showErrorMessage(message);
  }
}

/** Debugs the file of a lens. Its arguments are those that the language server gives its commands. */
function debug(uri: string, kernel?: string): Thenable<boolean> {
  const file = vscode.Uri.parse(uri);
  const folder = vscode.workspace.getWorkspaceFolder(file);
  return vscode.debug.startDebugging(folder, configuration(file.fsPath, kernel ?? undefined));
}

function tui(): void {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) {
    void vscode.window.showErrorMessage('Open a kernel file first.');
    return;
  }
  const terminal = vscode.window.createTerminal({
    name: 'Wavetank',
    shellPath: binary(),
    shellArgs: ['debug', '--tui', document.uri.fsPath],
  });
  terminal.show();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const lanes = new LanesView();
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('wavetank', new Adapter()),
    vscode.debug.registerDebugConfigurationProvider('wavetank', new Configurations()),
    vscode.debug.registerDebugAdapterTrackerFactory('wavetank', lanes),
    vscode.window.registerWebviewViewProvider('wavetank.lanes', lanes),
    vscode.commands.registerCommand('wavetank.debug', debug),
    vscode.commands.registerCommand('wavetank.restart', start),
    vscode.commands.registerCommand('wavetank.tui', tui),
    new Tests(),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
