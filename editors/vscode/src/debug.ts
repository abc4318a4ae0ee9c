// The debug adapter, and configurations for those who have written none.
import * as vscode from 'vscode';
import { binary } from './binary';

export class Adapter implements vscode.DebugAdapterDescriptorFactory {
  createDebugAdapterDescriptor(session: vscode.DebugSession): vscode.DebugAdapterDescriptor {
    const folder = session.workspaceFolder?.uri.fsPath;
    return new vscode.DebugAdapterExecutable(binary(), ['dap'], folder ? { cwd: folder } : undefined);
  }
}

export class Configurations implements vscode.DebugConfigurationProvider {
  /** F5 in a kernel file, without a launch.json. */
  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    given: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (given.type || given.request || given.name) {
      return given.program ? given : { ...given, program: '${file}' };
    }
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== 'wavetank') {
      return undefined;
    }
    return configuration(document.uri.fsPath);
  }
}

/** A run of a file from its start. */
export function configuration(program: string, kernel?: string): vscode.DebugConfiguration {
  const name = program.split(/[\\/]/).pop() ?? program;
  const chosen = kernel ? { kernel } : {};
  return { type: 'wavetank', request: 'launch', name, program, stopOnEntry: true, ...chosen };
}
