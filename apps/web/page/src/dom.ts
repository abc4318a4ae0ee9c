// The page is made of nodes, never of markup in strings: whatever a link or a file holds is text.

type Child = Node | string | number | null | undefined | false;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | boolean | EventListener | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined) node.setAttribute(name, value);
  }
  put(node, ...children);
  return node;
}

export function put(node: Element, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.append(typeof child === "number" ? String(child) : child);
  }
}

export function fill(node: Element, ...children: Child[]): void {
  node.replaceChildren();
  put(node, ...children);
}

export function byId<T extends HTMLElement>(id: string): T {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node as T;
}

/** An entry of a menu. */
export const option = (value: string, text: string) => el("option", { value }, text);

function pressed(group: HTMLElement, value: string): void {
  for (const button of group.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.value === value));
}

/** A few buttons of which one is pressed. */
export function choice(label: string, values: [string, string][], pick: (value: string) => void): HTMLElement {
  const group = el("div", { class: "group", role: "group", "aria-label": label });
  for (const [value, text] of values) {
    const button = el("button", { click: () => { pressed(group, value); pick(value); } }, text);
    button.dataset.value = value;
    group.append(button);
  }
  pressed(group, values[0][0]);
  return group;
}

const thousands = new Intl.NumberFormat("en-US");
/** 12345 as 12,345. */
export const count = (n: number): string => thousands.format(n);

let hide = 0;
/** Says a sentence for a few seconds, also to screen readers. */
export function say(text: string): void {
  const status = byId("status");
  status.textContent = text;
  status.classList.add("show");
  clearTimeout(hide);
  hide = window.setTimeout(() => status.classList.remove("show"), 2600 + 30 * text.length);
}

/** The rest of the Markdown that reference pages use: code, fences, rules, bold, headings, lists. */
export function markdown(text: string): HTMLElement {
  const root = el("div", { class: "doc" });
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length) root.append(inline(el("p"), paragraph.join(" ")));
    paragraph = [];
  };
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line.startsWith("```")) {
      flush();
      const body: string[] = [];
      while (++i < lines.length && !lines[i].startsWith("```")) body.push(lines[i]);
      root.append(el("pre", {}, body.join("\n")));
    } else if (line.trim() === "---") {
      flush();
      root.append(el("hr"));
    } else if (line.startsWith("#")) {
      flush();
      root.append(inline(el("h3"), line.replace(/^#+\s*/, "")));
    } else if (/^\s*[-*] /.test(line)) {
      flush();
      root.append(inline(el("p", { class: "item" }), "• " + line.replace(/^\s*[-*] /, "")));
    } else if (line.trim() === "") flush();
    else paragraph.push(line.trim());
  }
  flush();
  return root;
}

function inline(node: HTMLElement, text: string): HTMLElement {
  for (const part of text.split(/(`[^`]*`|\*\*[^*]+\*\*)/)) {
    if (part.startsWith("`")) node.append(el("code", {}, part.slice(1, -1)));
    else if (part.startsWith("**")) node.append(el("strong", {}, part.slice(2, -2)));
    else if (part) node.append(part);
  }
  return node;
}
