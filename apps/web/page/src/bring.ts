// Ways to bring something in: files, hex, and what was run before.

import { el, fill, option, say } from "./dom";
import type { Past } from "./past";

const MOST_HEX = 4_000_000;

/** Bytes of a text in hex: pairs of digits in the order of memory, or words with 0x before them, the last byte first. */
export function fromHex(text: string): Uint8Array {
  if (text.length > MOST_HEX) throw new Error("This is more hex than can be taken: drop it as a file.");
  const bytes: number[] = [];
  for (const [line, part] of text.split("\n").entries()) {
    for (const word of part.replace(/(?:\/\/|#|;).*/, "").split(/[\s,]+/).filter(Boolean)) {
      const [, prefix, digits] = /^(0x)?([0-9a-f]+)$/i.exec(word) ?? [];
      if (!digits) throw new Error(`Line ${line + 1}: \`${word.slice(0, 20)}\` is not hex.`);
      if (digits.length % 2) throw new Error(`Line ${line + 1}: \`${word.slice(0, 20)}\` has ${digits.length} digits, which are not whole bytes.`);
      const pairs = (digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
      bytes.push(...(prefix ? pairs.reverse() : pairs));
    }
  }
  if (!bytes.length) throw new Error("There is no hex to disassemble.");
  return Uint8Array.from(bytes);
}

export class Bring {
  readonly element: HTMLElement;
  private isas = el("select", { "aria-label": "Instruction set of the hex", id: "hex-isa" });

  constructor(past: Past, dropped: (name: string, data: Uint8Array) => Promise<void>, disassemble: (name: string, data: Uint8Array, isa: string) => Promise<void>) {
    const hex = el("textarea", { id: "hex", rows: "6", spellcheck: "false", "aria-label": "Code in hex", placeholder: "b3812000 …   or   0x002081b3 …" });
    const chosen = el("input", { type: "file", multiple: true, id: "files", "aria-label": "Files of this computer" });
    const tell = (error: unknown) => say((error as Error).message);
    chosen.addEventListener("change", async () => {
      for (const file of chosen.files ?? []) await dropped(file.name, new Uint8Array(await file.arrayBuffer())).catch(tell);
      chosen.value = "";
    });
    this.element = el("div", { class: "course" },
      el("h2", {}, "Files"),
      el("p", {}, "A kernel, a code object or another ELF file, or data that a kernel names. They can also be dropped anywhere on the page."),
      el("p", {}, chosen),
      el("h2", {}, "Code in hex"),
      el("p", {}, "Bytes in the order of memory, or words with ", el("code", {}, "0x"), " before them. ", el("b", {}, "Compare"), " pins what is in the editor; what is brought in next stands beside it."),
      hex,
      el("div", { class: "group" }, this.isas, el("button", { id: "dis", click: async () => {
        try { await disassemble("pasted", fromHex(hex.value), this.isas.value); } catch (error) { tell(error); }
      } }, "Disassemble")),
      el("h2", {}, "Run before"),
      past.element);
  }

  /** Instruction sets that hex can be of. */
  know(isas: { name: string; title: string }[]): void {
    fill(this.isas, ...isas.map((it) => option(it.name, it.title.length < 40 ? `${it.name}: ${it.title}` : it.name)));
  }
}
