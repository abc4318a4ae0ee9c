// Links that hold everything in the fragment, which browsers send nowhere. A link is untrusted
// data: it is bounded before it is unpacked, and every field is looked at before it is used.

export interface Link {
  name: string;
  text: string;
  time?: number;
  stops?: number[];
  tab?: string;
  files?: [string, string][];
}

const PREFIX = "#k1=";
/** Characters of a fragment, and bytes that it may unpack to. */
const MAX_LINK = 2_000_000;
const MAX_BYTES = 8_000_000;

export async function write(link: Link): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(link)), new CompressionStream("deflate-raw"), Infinity);
  return PREFIX + base64(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a fragment holds; nothing if it is none of ours. Throws one sentence if it is damaged. */
export async function read(fragment: string): Promise<Link | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  if (fragment.length > MAX_LINK) throw new Error("This link is too long to be opened.");
  let value: unknown;
  try {
    const packed = bytes(fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await through(packed, new DecompressionStream("deflate-raw"), MAX_BYTES)));
  } catch {
    throw new Error("This link is damaged: part of it may be missing.");
  }
  const link = value as Record<string, unknown>;
  const whole = typeof link === "object" && link !== null && typeof link.name === "string" && typeof link.text === "string";
  if (!whole) throw new Error("This link holds no kernel.");
  const number = (n: unknown): n is number => typeof n === "number" && Number.isSafeInteger(n) && n >= 0;
  const pair = (it: unknown): it is [string, string] => Array.isArray(it) && it.length === 2 && it.every((s) => typeof s === "string");
  return {
    name: (link.name as string).slice(0, 200),
    text: link.text as string,
    time: number(link.time) ? link.time : undefined,
    stops: Array.isArray(link.stops) ? link.stops.filter(number).slice(0, 1000) : undefined,
    tab: typeof link.tab === "string" ? link.tab : undefined,
    files: Array.isArray(link.files) ? link.files.filter(pair).slice(0, 100) : undefined,
  };
}

async function through(input: Uint8Array, stream: GenericTransformStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([input as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("too much");
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function base64(data: Uint8Array): string {
  let text = "";
  for (let i = 0; i < data.length; i += 0x8000) text += String.fromCharCode(...data.subarray(i, i + 0x8000));
  return btoa(text);
}

export function bytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}
