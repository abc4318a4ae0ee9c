// An engine in a thread of its own.

import { load, type Answer } from "./module";

type Call = { id: number; json: object; bytes?: Uint8Array };

let call: Promise<(json: object, bytes?: Uint8Array) => Answer>;

onmessage = async (event: MessageEvent) => {
  const data = event.data as { module?: WebAssembly.Module; fused?: WebAssembly.Module } & Call;
  if (data.module) {
    call = load(data.module, (instructions) => postMessage({ progress: instructions }), data.fused);
    return;
  }
  try {
    const { json, bytes } = (await call)(data.json, data.bytes);
    postMessage({ id: data.id, json, bytes }, { transfer: [bytes.buffer as ArrayBuffer] });
  } catch (error) {
    // What is left of the engine cannot be trusted: the page starts another.
    postMessage({ id: data.id, died: (error as Error).message });
  }
};
