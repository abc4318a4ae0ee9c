// Brings fused multiply-adds of another module to an engine, where they are what they have to be.

interface Exports {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  wt_fma(passing: boolean): number;
  wt_bring(canonical: number, passing: number): number;
}

const f = Math.fround;
/** Arguments whose product has to be rounded together with the sum: results differ where it is not. */
const TELLING: [number, number, number][] = [
  [1 + 2 ** -12, 1 + 2 ** -12, -(1 + 2 ** -11)],
  [1 - 2 ** -24, 1 - 2 ** -24, -1],
  [1 + 2 ** -23, 1 + 2 ** -23, -1],
  [f(1.1), f(1.1), -f(f(1.1) * f(1.1))],
  [f(1e20), f(1e20), -Infinity],
  [f(3e38), 2, -f(3e38)],
  [2 ** -80, 2 ** -70, 2 ** -149],
  [f(3.3e-20), f(2.7e-20), f(1e-39)],
];

/** `a * b + c` rounded once, where doubles are exact enough to say so. */
const expected = ([a, b, c]: [number, number, number]): number => f(a * b + c);

/** True if the engine has taken them. */
export function bring(engine: WebAssembly.Exports, module: WebAssembly.Module): boolean {
  const { memory, __indirect_function_table: table, wt_fma, wt_bring } = engine as unknown as Exports;
  const imports = { engine: { memory, table, canonical: wt_fma(false), passing: wt_fma(true) } };
  const { madd, canonical, passing } = new WebAssembly.Instance(module, imports).exports as Record<string, CallableFunction>;
  if (!TELLING.every((it) => Object.is(madd(...it), expected(it)))) return false;
  const at = table.grow(2);
  table.set(at, canonical);
  table.set(at + 1, passing);
  return wt_bring(at, at + 1) !== 0;
}
