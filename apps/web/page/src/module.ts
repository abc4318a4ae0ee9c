// The glue between JavaScript and the engine: a request in, an answer out, framed alike.

import { bring } from "./fused";

export type Answer = { json: any; bytes: Uint8Array };

interface Exports {
  memory: WebAssembly.Memory;
  wt_request(len: number): number;
  wt_call(): number;
  wt_answer(): number;
}

/** Makes an engine of a compiled module, with what another one does better. A panic of the engine is an exception with its message. */
export async function load(
  module: WebAssembly.Module,
  progress: (instructions: number) => void = () => {},
  fused?: WebAssembly.Module,
): Promise<(json: object, bytes?: Uint8Array) => Answer> {
  const text = new TextDecoder();
  const encode = new TextEncoder();
  let panic = "";
  const page = {
    panicked(at: number, len: number) {
      panic = text.decode(new Uint8Array(engine.memory.buffer, at, len).slice());
    },
    progress,
  };
  const instance = await WebAssembly.instantiate(module, { page });
  const engine = instance.exports as unknown as Exports;
  if (fused) bring(instance.exports, fused);
  return (json, bytes = new Uint8Array()) => {
    const head = encode.encode(JSON.stringify(json));
    try {
      const at = engine.wt_request(4 + head.length + bytes.length);
      const frame = new Uint8Array(engine.memory.buffer, at, 4 + head.length + bytes.length);
      new DataView(frame.buffer, at).setUint32(0, head.length, true);
      frame.set(head, 4);
      frame.set(bytes, 4 + head.length);
      const len = engine.wt_call();
      const start = engine.wt_answer();
      const answer = new Uint8Array(engine.memory.buffer, start, len).slice();
      const textLen = new DataView(answer.buffer).getUint32(0, true);
      return {
        json: JSON.parse(text.decode(answer.subarray(4, 4 + textLen))),
        bytes: answer.subarray(4 + textLen),
      };
    } catch (error) {
      throw new Error(panic || `the engine stopped: ${(error as Error).message}`);
    }
  };
}
