// Engines as the page sees them: questions that are answered in order, by a Worker that can be ended
// at any time and replaced by a fresh one.

import type { Answer } from "./module";

/** Files that kernels may name; every engine gets them. */
export const files = new Map<string, Uint8Array>();

interface Modules { module: WebAssembly.Module; fused?: WebAssembly.Module }
let compiled: Promise<Modules> | undefined;
function compile(): Promise<Modules> {
  const get = async (name: string) => {
    const response = await fetch(name);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  };
  // A browser that does not know the instruction of the small module does without.
  compiled ??= Promise.all([get("engine.wasm"), get("fused.wasm").catch(() => undefined)]).then(([module, fused]) => ({ module, fused }));
  return compiled;
}

export class Stopped extends Error {}

export class Engine {
  private worker: Worker | undefined;
  private waiting = new Map<number, { done: (a: Answer) => void; fail: (e: Error) => void }>();
  private last = 0;
  /** Called with instructions while a run is under way. */
  onprogress: (instructions: number) => void = () => {};

  /** Starts the engine, so that the first question need not wait for it. */
  async start(): Promise<Worker> {
    if (this.worker) return this.worker;
    const modules = await compile();
    if (this.worker) return this.worker;
    const worker = new Worker("worker.js", { type: "module" });
    this.worker = worker;
    worker.onmessage = (event) => this.heard(event.data);
    worker.onerror = (event) => this.end(new Error(event.message || "the engine stopped"));
    worker.postMessage(modules);
    this.post(worker, { op: "hello" });
    for (const [name, bytes] of files) this.post(worker, { op: "file", name }, bytes);
    return worker;
  }

  private post(worker: Worker, json: object, bytes?: Uint8Array): number {
    worker.postMessage({ id: ++this.last, json, bytes });
    return this.last;
  }

  private heard(data: { id: number; died?: string; progress?: number } & Answer): void {
    if (data.progress !== undefined) return this.onprogress(data.progress);
    const waiting = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (data.died !== undefined) {
      waiting?.fail(new Error(data.died));
      this.end(new Error(data.died));
    } else if (data.json && typeof data.json.error === "string") {
      waiting?.fail(new Error(data.json.error));
    } else waiting?.done(data);
  }

  async ask(json: object, bytes?: Uint8Array): Promise<Answer> {
    const worker = await this.start();
    return new Promise((done, fail) => {
      this.waiting.set(this.post(worker, json, bytes), { done, fail });
    });
  }

  /** Ends whatever the engine does; the next question starts another. */
  stop(): void {
    this.end(new Stopped("stopped"));
  }

  private end(why: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of waiting) one.fail(why);
  }

  async give(name: string, bytes: Uint8Array): Promise<void> {
    if (this.worker) await this.ask({ op: "file", name }, bytes);
  }
}
