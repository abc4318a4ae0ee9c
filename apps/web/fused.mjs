// A module with one instruction that not every engine knows: a multiply-add of vectors that CPUs fuse where
// they can. Written in WebAssembly's own text, because compilers will not use it for a fused multiply-add,
// which it need not be; page/src/fused.ts tries what it is before anything uses it.

import wabt from "wabt";

const CHUNK = 64;
const four = [0, 1, 2, 3];
const any = (parts) => parts.reduce((a, b) => `(v128.or ${a} ${b})`);

/** A kernel as crates/op has them: `dst = a * b + c` for the live lanes, a chunk of sixteen at a time; all are live where `live` is 0. */
const kernel = (name) => `
  (func (export "${name}") (param $dst i32) (param $a i32) (param $b i32) (param $c i32) (param $live i32) (param $span i64)
    (local $end i32) ${four.map((n) => `(local $r${n} v128)`).join(" ")}
    (local.set $end (i32.add (local.get $dst) (i32.shl (i32.wrap_i64 (local.get $span)) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $dst) (local.get $end)))
      ${four.map((n) => `(local.set $r${n} (f32x4.relaxed_madd (v128.load offset=${16 * n} (local.get $a)) (v128.load offset=${16 * n} (local.get $b)) (v128.load offset=${16 * n} (local.get $c))))`).join("\n      ")}
      ;; Which NaN comes out is known to the engine's own kernel.
      (if (v128.any_true ${any(four.map((n) => `(f32x4.ne (local.get $r${n}) (local.get $r${n}))`))})
        (then (call_indirect (type $kernel) (local.get $dst) (local.get $a) (local.get $b) (local.get $c) (local.get $live)
          (i64.or (i64.and (local.get $span) (i64.const 0xffffffff00000000)) (i64.const 16)) (global.get $${name})))
        (else (if (local.get $live)
          (then ${four.map((n) => `(v128.store offset=${16 * n} (local.get $dst) (v128.bitselect (local.get $r${n}) (v128.load offset=${16 * n} (local.get $dst)) (v128.load offset=${16 * n} (local.get $live))))`).join(" ")})
          (else ${four.map((n) => `(v128.store offset=${16 * n} (local.get $dst) (local.get $r${n}))`).join(" ")}))))
      ${["dst", "a", "b", "c"].map((at) => `(local.set $${at} (i32.add (local.get $${at}) (i32.const ${CHUNK})))`).join(" ")}
      (if (local.get $live) (then (local.set $live (i32.add (local.get $live) (i32.const ${CHUNK})))))
      (br $next))))`;

const text = `(module
  (type $kernel (func (param i32 i32 i32 i32 i32 i64)))
  (import "engine" "memory" (memory 0))
  (import "engine" "table" (table 0 funcref))
  (import "engine" "canonical" (global $canonical i32))
  (import "engine" "passing" (global $passing i32))
  (func (export "madd") (param $a f32) (param $b f32) (param $c f32) (result f32)
    (f32x4.extract_lane 3 (f32x4.relaxed_madd (f32x4.splat (local.get $a)) (f32x4.splat (local.get $b)) (f32x4.splat (local.get $c)))))
  ${kernel("canonical")}
  ${kernel("passing")})`;

export async function fused() {
  const module = (await wabt()).parseWat("fused.wat", text, { relaxed_simd: true, simd: true });
  module.validate();
  return Buffer.from(module.toBinary({}).buffer);
}
