// The editor: CodeMirror with what the engine knows about the text. It lives in a shadow root, where
// its styles are adopted sheets, which the page's policy allows and inline styles are not.

import { autocompletion, closeBrackets, completionKeymap, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type Diagnostic as Lint, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, type Range, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration, type DecorationSet, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine,
  highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, WidgetType,
} from "@codemirror/view";
import type { Engine } from "./engine";
import { el, markdown } from "./dom";

export interface Label { text: string; line: number; from?: number; to?: number; file?: string }
export interface Finding {
  severity: "error" | "warning" | "info"; code: string; message: string; labels: Label[]; help: string[]; text: string;
}

const ROLES = ["mnemonic", "directive", "register", "label", "symbol", "macro", "constant", "modifier", "number",
  "string", "comment", "key", "type", "word"];
const marks = ROLES.map((role) => Decoration.mark({ class: `t-${role}` }));

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--sheet)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "8px 0 40vh", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--sheet)", color: "var(--faint)", border: "0" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--sunk) 55%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--wash-2) !important" },
  ".cm-selectionMatch": { backgroundColor: "var(--wash)" },
  ".cm-matchingBracket": { backgroundColor: "var(--wash-2) !important" },
  ".cm-stops": { width: "16px", cursor: "pointer" },
  ".cm-stops .cm-gutterElement": { display: "grid", placeItems: "center" },
  ".cm-stops .cm-gutterElement:hover::before": { content: '""', width: "9px", height: "9px", borderRadius: "50%", border: "1.500px solid var(--bad)", opacity: ".5", gridArea: "1/1" },
  ".stop": { width: "9px", height: "9px", borderRadius: "50%", backgroundColor: "var(--bad)", gridArea: "1/1" },
  ".cm-heat": { width: "42px" },
  ".cm-heat .cm-gutterElement": { display: "flex", alignItems: "center", justifyContent: "flex-end", paddingRight: "4px" },
  ".heat": { height: "7px", borderRadius: "2px", backgroundColor: "var(--lane-on)", minWidth: "1px" },
  ".cm-now": { backgroundColor: "var(--now) !important", boxShadow: "inset 3px 0 0 var(--warn)" },
  ".cm-other": { boxShadow: "inset 3px 0 0 var(--wash-2)" },
  ".cm-bytes": { color: "var(--faint)", fontSize: "11px", marginLeft: "3ch", userSelect: "none" },
  ".cm-tooltip": { backgroundColor: "var(--sheet)", border: "1px solid var(--line)", borderRadius: "8px", boxShadow: "0 6px 24px #0003", color: "var(--ink)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--wash)", color: "var(--ink)" },
  ".cm-tooltip-autocomplete ul": { fontFamily: "var(--mono)" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal" },
  ".cm-completionInfo": { maxWidth: "480px", maxHeight: "50vh", overflow: "auto", padding: "6px 12px" },
  ".doc": { padding: "8px 12px", maxWidth: "640px", maxHeight: "46vh", overflow: "auto", font: "13px/1.45 var(--sans)" },
  ".doc p": { margin: "0 0 6px" }, ".doc h3": { margin: "4px 0 6px", fontSize: "13px" },
  ".doc pre, .doc code": { font: "12px/1.45 var(--mono)" }, ".doc pre": { margin: "0 0 6px" },
  ".doc code": { backgroundColor: "var(--sunk)", borderRadius: "3px", padding: "0 3px" },
  ".doc hr": { border: "0", borderTop: "1px solid var(--line)" },
  ".cm-diagnostic": { padding: "5px 10px", whiteSpace: "pre-wrap", maxWidth: "60em" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" }, ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--water)" },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0", textDecoration: "underline wavy 1px", textUnderlineOffset: "3px", textDecorationSkipInk: "none" },
  ".cm-lintRange-error": { textDecorationColor: "var(--bad)" }, ".cm-lintRange-warning": { textDecorationColor: "var(--warn)" },
  ".cm-lintRange-info": { textDecorationColor: "var(--water)" },
  "&.cm-merge-a .cm-changedLine": { backgroundColor: "var(--bad-wash) !important" },
  ".cm-changedLine": { backgroundColor: "var(--good-wash) !important" }, ".cm-deletedChunk": { backgroundColor: "var(--bad-wash) !important" },
  ".cm-changedText": { background: "none !important", textDecoration: "underline 2px color-mix(in srgb, var(--good) 45%, transparent)", textUnderlineOffset: "3px" },
  "&.cm-merge-a .cm-changedText": { textDecorationColor: "color-mix(in srgb, var(--bad) 45%, transparent)" },
  ".cm-deletedText": { background: "none !important" },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)", borderColor: "var(--line)" },
  ".t-mnemonic": { color: "var(--c-mnemonic)" }, ".t-directive, .t-macro": { color: "var(--c-directive)" },
  ".t-register": { color: "var(--c-register)" }, ".t-label": { color: "var(--c-label)" }, ".t-symbol": { color: "var(--c-symbol)" },
  ".t-constant": { color: "var(--c-constant)" }, ".t-modifier": { color: "var(--c-directive)" }, ".t-number": { color: "var(--c-number)" },
  ".t-string": { color: "var(--c-string)" }, ".t-comment": { color: "var(--c-comment)" },
  ".t-key": { color: "var(--c-key)", fontWeight: "600" }, ".t-type": { color: "var(--c-type)" },
});

const setMarks = StateEffect.define<number[]>();
const setBytes = StateEffect.define<[number, string][]>();
const setNow = StateEffect.define<{ now?: number; others: number[] }>();
const setHeat = StateEffect.define<Map<number, [number, string]>>();
const toggleStop = StateEffect.define<{ at: number; on: boolean }>();

function held(effect: typeof setMarks | typeof setBytes | typeof setNow, make: (value: any, state: EditorState) => DecorationSet): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(set, tr) {
      set = set.map(tr.changes);
      for (const e of tr.effects) if (e.is(effect as typeof setMarks)) set = make(e.value, tr.state);
      return set;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

class Bytes extends WidgetType {
  constructor(readonly text: string) { super(); }
  override eq(other: Bytes) { return other.text === this.text; }
  toDOM() { return el("span", { class: "cm-bytes", "aria-label": `bytes ${this.text}` }, this.text); }
}

const coloured = held(setMarks, (all: number[], state) => {
  const set: Range<Decoration>[] = [];
  for (let i = 0; i + 2 < all.length; i += 3) {
    if (all[i] < all[i + 1] && all[i + 1] <= state.doc.length) set.push(marks[all[i + 2]].range(all[i], all[i + 1]));
  }
  return Decoration.set(set, true);
});

const stop = new (class extends GutterMarker { override toDOM() { return el("div", { class: "stop" }); } })();
const stops = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(set, tr) {
    set = set.map(tr.changes);
    for (const e of tr.effects) {
      if (!e.is(toggleStop)) continue;
      set = e.value.on ? set.update({ add: [stop.range(e.value.at)] }) : set.update({ filter: (from) => from !== e.value.at });
    }
    return set;
  },
});

class Heat extends GutterMarker {
  constructor(readonly share: number, readonly title: string) { super(); }
  override eq(other: Heat) { return other.share === this.share && other.title === this.title; }
  override toDOM() {
    const bar = el("div", { class: "heat", title: this.title, role: "img", "aria-label": this.title });
    bar.style.width = `${Math.max(2, 36 * this.share)}px`;
    return bar;
  }
}
const heat = StateField.define<Map<number, [number, string]>>({
  create: () => new Map(),
  update(value, tr) {
    if (tr.docChanged) return new Map();
    for (const e of tr.effects) if (e.is(setHeat)) value = e.value;
    return value;
  },
});

/** Longer texts, such as a large binary as assembly, can be read and run, and are not looked at for every letter. */
const MAX_LOOKED_AT = 2_000_000;

type Key = { key: string; run: () => boolean };

export class Editor {
  view: EditorView;
  private merge: MergeView | undefined;
  private host = document.createElement("div");
  private root: ShadowRoot;
  private bytes = new Compartment();
  private readOnly = new Compartment();
  private beside = new Compartment();
  private written: Finding[] = [];
  private found: Finding[] = [];
  private timer = 0;
  private asked = 0;
  private keys: Key[] = [];
  private isFixed = false;
  private bytesOn = false;
  name = "kernel.flux";
  /** The text was changed by a person. */
  onchange: () => void = () => {};
  onstops: (lines: number[]) => void = () => {};
  onanalysis: (isa: string | undefined, errors: number) => void = () => {};

  constructor(private parent: HTMLElement, private engine: Engine, keys: Key[]) {
    this.root = parent.attachShadow({ mode: "open" });
    this.host.style.height = "100%";
    this.root.append(this.host);
    this.keys = keys;
    this.view = this.plain("");
  }

  private plain(doc: string | Text): EditorView {
    return new EditorView({ parent: this.host, root: this.root, state: EditorState.create({ doc, extensions: this.extensions() }) });
  }

  private extensions(): Extension[] {
    const line = (view: EditorView, at: number) => view.state.doc.lineAt(at);
    return [
          this.readOnly.of(this.isFixed ? EditorState.readOnly.of(true) : []),
          gutter({
            class: "cm-stops",
            markers: (view) => view.state.field(stops),
            initialSpacer: () => stop,
            domEventHandlers: { mousedown: (view, block) => { this.toggle(line(view, block.from).from); return true; } },
          }),
          lintGutter(), lineNumbers(), stops, heat,
          gutter({
            class: "cm-heat",
            lineMarker: (view, block) => {
              const value = view.state.field(heat).get(line(view, block.from).number);
              return value ? new Heat(...value) : null;
            },
            lineMarkerChange: (update) => update.startState.field(heat) !== update.state.field(heat),
          }),
          history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), bracketMatching(), closeBrackets(),
          highlightSelectionMatches(),
          coloured,
          held(setNow, ({ now, others }: { now?: number; others: number[] }, state) => {
            const at = (n: number, cls: string) => Decoration.line({ class: cls }).range(state.doc.line(n).from);
            const inside = (n: number | undefined): n is number => n !== undefined && n >= 1 && n <= state.doc.lines;
            const set = others.filter((n) => inside(n) && n !== now).map((n) => at(n, "cm-other"));
            if (inside(now)) set.push(at(now, "cm-now"));
            return Decoration.set(set, true);
          }),
          this.bytes.of([]),
          this.beside.of([]),
          autocompletion({ override: [(context) => this.complete(context)], icons: false }),
          hoverTooltip((_, at) => this.hover(at), { hoverTime: 250 }),
          keymap.of([
            ...this.keys.map(({ key, run }) => ({ key, run, preventDefault: true })),
            { key: "F9", run: (view) => { this.toggle(line(view, view.state.selection.main.head).from); return true; } },
            ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap, indentWithTab,
          ]),
          EditorView.contentAttributes.of({ "aria-label": "Kernel text", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            this.found = [];
            this.onchange();
            clearTimeout(this.timer);
            this.timer = window.setTimeout(() => void this.analyze(), 120);
          }),
          theme,
    ];
  }

  get text(): string { return this.view.state.doc.toString(); }

  open(name: string, text: string): void {
    this.name = this.parent.dataset.name = name;
    const { view } = this;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, effects: [setHeat.of(new Map())] });
    this.setStops([]);
    view.scrollDOM.scrollTop = 0;
    clearTimeout(this.timer);
    void this.analyze(true);
  }

  fixed(on: boolean): void {
    this.isFixed = on;
    this.view.dispatch({ effects: this.readOnly.reconfigure(on ? [EditorState.readOnly.of(true)] : []) });
  }

  /** Shows another text beside this one and what differs, or this one alone; where there is no room, what differs within it. */
  compare(other: { text: string; words: number[] } | null, side: boolean): void {
    const { state } = this.view;
    const { stops } = this;
    const heated = state.field(heat);
    if (this.merge) this.merge.destroy();
    else this.view.destroy();
    this.merge = undefined;
    if (other && side) {
      this.merge = new MergeView({
        parent: this.host, root: this.root, gutter: true, highlightChanges: true,
        a: { doc: other.text, extensions: [lineNumbers(), coloured, EditorState.readOnly.of(true), EditorView.editable.of(false), theme, EditorView.contentAttributes.of({ "aria-label": "Pinned text", tabindex: "0" })] },
        b: { doc: state.doc, selection: state.selection, extensions: this.extensions() },
      });
      Object.assign(this.merge.dom.style, { height: "100%", overflow: "auto" });
      this.merge.a.dispatch({ effects: setMarks.of(other.words) });
      this.view = this.merge.b;
    } else {
      this.view = this.plain(state.doc);
      const within = other && unifiedMergeView({ original: other.text, mergeControls: false, gutter: true, syntaxHighlightDeletions: false, highlightChanges: true });
      this.view.dispatch({ selection: state.selection, effects: within ? this.beside.reconfigure(within) : [] });
    }
    this.view.dispatch({ effects: [setMarks.of(this.words), setHeat.of(heated)] });
    this.setStops(stops);
    this.showBytes(this.bytesOn);
    this.show();
  }

  /** Asks the engine about the text as it is now. */
  async analyze(fresh = false): Promise<void> {
    const asked = ++this.asked;
    if (this.view.state.doc.length > MAX_LOOKED_AT) {
      this.written = [];
      this.show();
      this.onanalysis("too long to look at while it is written", 0);
      return;
    }
    const text = this.text;
    const answer = await this.engine.ask({ op: "analyze", name: this.name, text, fresh }).catch(() => null);
    if (!answer || asked !== this.asked || text !== this.text) return;
    const { isa, marks: words = [], hints = [], diagnostics } = answer.json;
    this.written = diagnostics;
    this.hints = hints;
    this.words = words;
    this.view.dispatch({ effects: [setMarks.of(words), setBytes.of(hints)] });
    this.show();
    this.onanalysis(isa, this.written.filter((it) => it.severity === "error").length);
  }
  private hints: [number, string][] = [];
  /** What every word is, as the engine said last. */
  words: number[] = [];

  /** Marks what a run or a checker found, until the text changes. */
  mark(found: Finding[]): void {
    this.found = found;
    this.show();
  }

  private show(): void {
    const all: Lint[] = [];
    const end = this.view.state.doc.length;
    const seen = new Set<string>();
    for (const it of [...this.written, ...this.found]) {
      it.labels.forEach((label, i) => {
        if (label.from === undefined || label.to === undefined || label.from > end) return;
        const first = i === 0;
        const message = first ? [it.message, label.text, ...it.help.map((help) => `help: ${help}`)].filter(Boolean).join("\n") : label.text || it.message;
        const key = `${label.from} ${label.to} ${message}`;
        if (seen.has(key)) return;
        seen.add(key);
        all.push({ from: label.from, to: Math.min(label.to, end), severity: first ? it.severity : "info", message, source: it.code || undefined });
      });
    }
    this.view.dispatch(setDiagnostics(this.view.state, all));
  }

  private async complete(context: CompletionContext) {
    const word = context.matchBefore(/[\w.$]+/);
    if (!context.explicit && !word) return null;
    clearTimeout(this.timer);
    await this.analyze();
    const { json } = await this.engine.ask({ op: "complete", at: context.pos });
    if (context.aborted || !json.options.length) return null;
    return {
      from: json.options[0].from as number,
      options: json.options.map((it: any) => ({
        label: it.label, type: it.kind, detail: it.detail,
        info: it.doc ? () => markdown(it.doc) : undefined,
      })),
      validFor: json.more ? undefined : /^[\w.$]*$/,
    };
  }

  private async hover(at: number) {
    const { json } = await this.engine.ask({ op: "hover", at });
    if (!json) return null;
    return { pos: json.from, end: json.to, above: true, create: () => ({ dom: markdown(json.text) }) };
  }

  showBytes(on: boolean): void {
    this.bytesOn = on;
    const field = held(setBytes, (all: [number, string][], state) =>
      Decoration.set(all.filter(([at]) => at <= state.doc.length).map(([at, text]) => Decoration.widget({ widget: new Bytes(text), side: 1 }).range(at)), true));
    this.view.dispatch({ effects: this.bytes.reconfigure(on ? field : []) });
    this.view.dispatch({ effects: setBytes.of(this.hints) });
  }

  setNow(now: number | undefined, others: number[], follow: boolean): void {
    const effects: StateEffect<unknown>[] = [setNow.of({ now, others })];
    if (follow && now && now <= this.view.state.doc.lines) {
      const at = this.view.state.doc.line(now).from;
      const block = this.view.lineBlockAt(at);
      const { scrollTop, clientHeight } = this.view.scrollDOM;
      if (block.top < scrollTop + 20 || block.bottom > scrollTop + clientHeight - 20) effects.push(EditorView.scrollIntoView(at, { y: "center" }));
    }
    this.view.dispatch({ effects });
  }

  setHeat(lines: Map<number, [number, string]>): void {
    this.view.dispatch({ effects: setHeat.of(lines) });
  }

  goTo(line: number): void {
    if (line < 1 || line > this.view.state.doc.lines) return;
    const at = this.view.state.doc.line(line);
    this.view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
    this.view.focus();
  }

  get line(): number { return this.view.state.doc.lineAt(this.view.state.selection.main.head).number; }

  get stops(): number[] {
    const lines: number[] = [];
    this.view.state.field(stops).between(0, this.view.state.doc.length, (from) => { lines.push(this.view.state.doc.lineAt(from).number); });
    return lines;
  }

  setStops(lines: number[]): void {
    const { doc } = this.view.state;
    const off = this.stops.map((line) => toggleStop.of({ at: doc.line(line).from, on: false }));
    const on = [...new Set(lines)].filter((line) => line >= 1 && line <= doc.lines).map((line) => toggleStop.of({ at: doc.line(line).from, on: true }));
    this.view.dispatch({ effects: [...off, ...on] });
    this.onstops(this.stops);
  }

  private toggle(at: number): void {
    const line = this.view.state.doc.lineAt(at);
    this.view.dispatch({ effects: toggleStop.of({ at: line.from, on: !this.stops.includes(line.number) }) });
    this.onstops(this.stops);
  }
}
