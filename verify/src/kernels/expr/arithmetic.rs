//! Arithmetic whose results every compiler agrees on.

use super::super::types::{Base, Ty, UINT};
use super::{Expr, Expressions, expr};

impl Expressions<'_> {
    /// An integer, or a vector of them.
    pub(super) fn integer(&mut self, ty: Ty, depth: u32) -> Expr {
        if ty == UINT && self.random.below(6) == 0 {
            return self.builtin(depth);
        }
        let name = ty.name();
        let bits = ty.base.bits();
        // Arithmetic on narrow scalars is done with `int`s.
        let cast = |inner: &str| match ty.is_scalar() {
            true => format!("(({name})({inner}))"),
            false => format!("({inner})"),
        };
        let operands = |this: &mut Self, n: usize| -> Vec<Expr> {
            (0..n).map(|_| this.any(ty, depth)).collect()
        };
        match self.random.below(24) {
            0..=8 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^", "<<", ">>", "+", "*"]);
                expr(ty, &cast(&format!("$ {op} $")), operands(self, 2))
            }
            9 => {
                let op = self.pick(&["-", "~"]);
                expr(ty, &cast(&format!("{op}($)")), operands(self, 1))
            }
            10 => {
                // Neither zero nor minus one divides.
                let op = self.pick(&["/", "%"]);
                let most = (u64::MAX >> (64 - bits)) >> u32::from(ty.base.is_signed());
                let suffix = if bits == 64 { "UL" } else { "u" };
                let limit = format!("(({name})(({})({most:#x}{suffix})))", ty.component().name());
                let divisor = format!("(($ & {limit}) | ({name})(({})1))", ty.component().name());
                expr(ty, &cast(&format!("$ {op} {divisor}")), operands(self, 2))
            }
            11 | 12 => {
                let f = self.pick(&["clz", "popcount", "ctz"]);
                expr(ty, &format!("{f}($)"), operands(self, 1))
            }
            13 if !ty.base.is_signed() => {
                // The difference of signed numbers is unsigned.
                let of = ty.with(self.pick(&[Base::Signed(bits), Base::Unsigned(bits)]));
                let (a, b) = (self.any(of, depth), self.any(of, depth));
                match self.random.below(2) {
                    0 => expr(ty, "abs_diff($, $)", vec![a, b]),
                    _ => expr(ty, "abs($)", vec![a]),
                }
            }
            14 if bits > 8 => {
                let half = bits / 2;
                let high = match ty.base.is_signed() {
                    true => Base::Signed(half),
                    false => Base::Unsigned(half),
                };
                let high = self.any(ty.with(high), depth);
                let low = self.any(ty.with(Base::Unsigned(half)), depth);
                expr(ty, "upsample($, $)", vec![high, low])
            }
            15 if bits == 32 => {
                // The library's sums of signed numbers must not overflow.
                let (low, sum) = match ty.base.is_signed() {
                    true => (
                        format!("(($ << ({name})(16)) >> ({name})(17))"),
                        format!("($ >> ({name})(2))"),
                    ),
                    false => (format!("($ & ({name})(0xffffffu))"), "$".to_string()),
                };
                match self.random.below(2) {
                    0 => expr(ty, &format!("mul24({low}, {low})"), operands(self, 2)),
                    _ => expr(
                        ty,
                        &format!("mad24({low}, {low}, {sum})"),
                        operands(self, 3),
                    ),
                }
            }
            16 => {
                // The library's `mad_sat` of long ones is wrong (corpus/compiler-bugs/mad-sat-long.cl).
                let f = match bits {
                    64 => self.pick(&["mad_hi", "bitselect"]),
                    _ => self.pick(&["mad_hi", "mad_sat", "bitselect"]),
                };
                expr(ty, &format!("{f}($, $, $)"), operands(self, 3))
            }
            17 => {
                // The least is not above the most.
                let (x, a, b) = (
                    self.any(ty, depth),
                    self.any(ty, depth.min(1)),
                    self.any(ty, depth.min(1)),
                );
                let all = vec![x, a.clone(), b.clone(), a, b];
                expr(ty, "clamp($, min($, $), max($, $))", all)
            }
            18 => {
                // What is true is all ones in vectors.
                let of = self.same_size(ty);
                let (a, b) = (self.any(of, depth), self.any(of, depth));
                let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                match (ty.is_scalar(), ty.base.is_signed()) {
                    (true, _) => expr(ty, &cast(&format!("$ {op} $")), vec![a, b]),
                    (_, true) => expr(ty, &format!("($ {op} $)"), vec![a, b]),
                    (_, false) => expr(ty, &format!("as_{name}($ {op} $)"), vec![a, b]),
                }
            }
            19 if bits > 8 && ty.base.is_signed() => {
                let of = ty.with(Base::Float(bits));
                let f = self.pick(&["isnan", "isinf", "isfinite"]);
                let a = self.any(of, depth.min(1));
                match ty.is_scalar() {
                    true => expr(ty, &format!("(({name})({f}($)))"), vec![a]),
                    false => expr(ty, &format!("{f}($)"), vec![a]),
                }
            }
            _ => {
                let f = self.pick(&[
                    "mul_hi", "rotate", "add_sat", "sub_sat", "hadd", "rhadd", "min", "max",
                ]);
                expr(ty, &format!("{f}($, $)"), operands(self, 2))
            }
        }
    }

    /// A float, or a vector of them.
    pub(super) fn float(&mut self, ty: Ty, depth: u32) -> Expr {
        let name = ty.name();
        let zero = format!("real(({})0)", ty.unsigned().name());
        let cast = |inner: &str| match ty.is_scalar() {
            true => format!("(({name})({inner}))"),
            false => format!("({inner})"),
        };
        let operands = |this: &mut Self, n: usize| -> Vec<Expr> {
            (0..n).map(|_| this.any(ty, depth)).collect()
        };
        match self.random.below(20) {
            0..=6 => {
                let template = self.pick(&["$ + $", "minus($, $)", "$ * $"]);
                expr(ty, &cast(template), operands(self, 2))
            }
            7 | 8 => expr(ty, "fma($, $, $)", operands(self, 3)),
            9 => expr(ty, &cast("$ / $"), operands(self, 2)),
            10 => expr(ty, "sqrt($)", operands(self, 1)),
            11 => {
                // Either zero may come out.
                let f = self.pick(&["fmin", "fmax"]);
                expr(ty, &cast(&format!("{f}($, $) + {zero}")), operands(self, 2))
            }
            12 => expr(ty, "copysign($, real(bits($)))", operands(self, 2)),
            13 => {
                let whole = ty.with(Base::Signed(32));
                let (a, n) = (self.any(ty, depth), self.any(whole, depth));
                // Most exponents are near.
                match self.random.below(3) {
                    0 => expr(ty, "ldexp($, $)", vec![a, n]),
                    _ => expr(
                        ty,
                        &format!("ldexp($, ($ & ({0})(63)) - ({0})(32))", whole.name()),
                        vec![a, n],
                    ),
                }
            }
            14 if ty.is_scalar() && ty.base.bits() != 16 => {
                expr(ty, "fmod($, $)", operands(self, 2))
            }
            // Signs of operands; clang 22 loses some of those that end in a selection.
            15 => match self.random.below(3) {
                0 => expr(ty, &cast(&format!("-($ + {zero}) * $")), operands(self, 2)),
                1 => {
                    let template = format!("fma(-($ + {zero}), $, -($ + {zero}))");
                    expr(ty, &template, operands(self, 3))
                }
                _ => expr(
                    ty,
                    &cast(&format!("-fabs($ + {zero}) + $")),
                    operands(self, 2),
                ),
            },
            _ => {
                if ty == Ty::scalar(Base::Float(32)) && self.random.below(4) == 0 {
                    // Infinities have no exponent.
                    let a = self.any(UINT, depth);
                    let bits = "real($ & 0xbfffffffu)";
                    return expr(ty, &format!("amd_mantissa({bits})"), vec![a]);
                }
                let f = self.pick(&["fabs", "floor", "ceil", "trunc", "rint", "round"]);
                expr(ty, &format!("{f}($)"), operands(self, 1))
            }
        }
    }
}
