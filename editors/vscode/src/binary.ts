// Where the program is, and what it says.
import { execFile } from 'node:child_process';
import * as vscode from 'vscode';

/** The program that the user has set, or the one in the path. */
export function binary(): string {
  return vscode.workspace.getConfiguration('wavetank').get<string>('path') || 'wavetank';
}

export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the program to its end. That it cannot be started is an answer too. */
export function run(args: string[], cwd?: string, token?: vscode.CancellationToken): Promise<Said> {
  return new Promise((resolve) => {
    const child = execFile(binary(), args, { cwd, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      const why = code === -1 ? `${binary()} cannot be run: ${error?.message}\n` : '';
      resolve({ code, stdout, stderr: why + stderr });
    });
    token?.onCancellationRequested(() => child.kill());
  });
}
