// What every lane does, beside the source.
import * as vscode from 'vscode';

interface Wave {
  threadId: number;
  workgroup: number[];
  wave: number;
  status: string;
  line: number | null;
  source: { name: string } | null;
  instruction: string | null;
  exec: string;
  lanes: string[];
}

export interface Lanes {
  time: number;
  waves: Wave[];
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** A cell for every lane. The sign tells what the colour tells. */
export function page(lanes: Lanes | undefined): string {
  const cell = (state: string, lane: number) => {
    const [kind, sign] =
      state === 'active' ? ['active', '█'] : state === 'ended' ? ['ended', '-'] : state === 'not active' ? ['off', '·'] : ['waits', '◦'];
    return `<span class="${kind}" title="lane ${lane}: ${escape(state)}">${sign}</span>`;
  };
  const wave = (wave: Wave) => {
    const file = wave.source ? `${wave.source.name}:` : 'line ';
    const place = wave.line === null ? wave.status : `${file}${wave.line}`;
    const head = `(${wave.workgroup.join(',')}) ${wave.wave}  ${place}  ${wave.instruction ?? ''}`;
    return `<div class="head">${escape(head)}</div><div class="cells">${wave.lanes.map(cell).join('')}</div>`;
  };
  const body = lanes ? `<div class="head">after ${lanes.time} instructions</div>${lanes.waves.map(wave).join('')}` : 'Nothing is being debugged.';
  return `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
body { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
.head { opacity: 0.8; white-space: pre; overflow: hidden; text-overflow: ellipsis; margin-top: 4px; }
.cells { display: grid; grid-template-columns: repeat(16, 1.2ch); }
.active { color: var(--vscode-charts-blue); }
.waits { color: var(--vscode-charts-orange); }
.off, .ended { opacity: 0.5; }
</style></head><body>${body}</body></html>`;
}

export class LanesView implements vscode.WebviewViewProvider, vscode.DebugAdapterTrackerFactory {
  private view: vscode.WebviewView | undefined;
  private shown: Lanes | undefined;

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    view.webview.html = page(this.shown);
  }

  /** Asks again whenever the run stops. */
  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onDidSendMessage: (message: { type?: string; event?: string }) => {
        if (message.type === 'event' && (message.event === 'stopped' || message.event === 'invalidated')) {
          void this.ask(session);
        }
        if (message.type === 'event' && message.event === 'terminated') {
          this.show(undefined);
        }
      },
    };
  }

  private async ask(session: vscode.DebugSession): Promise<void> {
    if (!this.view) {
      // The editor folds what comes last in the side bar until it is shown once.
      await vscode.commands.executeCommand('wavetank.lanes.focus', { preserveFocus: true });
    }
    try {
      this.show((await session.customRequest('lanes')) as Lanes);
    } catch {
      // The run has moved on, or is over.
      this.show(undefined);
    }
  }

  private show(lanes: Lanes | undefined): void {
    this.shown = lanes;
    if (this.view) {
      this.view.webview.html = page(lanes);
    }
  }
}
