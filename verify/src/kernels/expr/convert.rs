//! Values of one type as values of another: converted as numbers, or the same bits read anew.

use super::super::types::{Base, Ty, WIDTHS};
use super::{Expr, Expressions, expr};

impl Expressions<'_> {
    /// A value of another type and shape, made to fit.
    pub(super) fn fit(&mut self, from: Expr, ty: Ty) -> Expr {
        match (from.ty.width, ty.width) {
            (a, b) if a == b => self.convert(from, ty),
            (1, _) => {
                let part = self.convert(from, ty.component());
                expr(ty, &format!("(({})($))", ty.name()), vec![part])
            }
            (_, 1) => {
                let part = self.component(from);
                self.convert(part, ty)
            }
            _ => {
                let part = self.component(from);
                self.fit(part, ty)
            }
        }
    }

    pub(super) fn component(&mut self, from: Expr) -> Expr {
        let at = self.random.below(from.ty.width as usize);
        let ty = from.ty.component();
        expr(ty, &format!("($).s{at}"), vec![from])
    }

    pub(super) fn convert(&mut self, from: Expr, ty: Ty) -> Expr {
        if from.ty == ty {
            return from;
        }
        let name = ty.name();
        let (is, was) = (ty.base, from.ty.base);
        let template = match (is.is_float(), was.is_float()) {
            (false, true) if was.bits() >= 32 && self.random.below(3) == 0 => {
                let mode = self.pick(&["rte", "rtp", "rtn"]);
                format!("convert_{name}_sat_{mode}(number($))")
            }
            (false, true) => format!("convert_{name}_sat(number($))"),
            (false, false) if self.random.below(4) == 0 => format!("convert_{name}_sat($)"),
            (false, false) if ty.is_scalar() => format!("(({name})$)"),
            (true, false)
                if ty.is_scalar()
                    && (is.bits(), was.bits() >= 32) == (32, true)
                    && self.random.below(3) == 0 =>
            {
                let mode = self.pick(&["rtz", "rtp", "rtn"]);
                format!("convert_{name}_{mode}($)")
            }
            _ => format!("convert_{name}($)"),
        };
        expr(ty, &template, vec![from])
    }

    /// A value of the unsigned type as `ty`, all NaNs as one.
    pub(super) fn same_bits(&mut self, from: Expr, ty: Ty) -> Expr {
        match ty.base {
            Base::Float(_) => expr(ty, "real($)", vec![from]),
            Base::Signed(_) => expr(ty, &format!("as_{}($)", ty.name()), vec![from]),
            Base::Unsigned(_) => from,
        }
    }

    pub(super) fn reinterpret(&mut self, ty: Ty, depth: u32) -> Expr {
        // Another number of components of another size, at times.
        let total = ty.base.bits() * ty.width;
        let widths = WIDTHS.iter().copied();
        let others: Vec<Ty> = widths
            .filter(|&width| width != 3 && ty.width != 3 && total.is_multiple_of(width))
            .filter(|&width| [8, 16, 32, 64].contains(&(total / width)))
            .map(|width| Ty {
                base: Base::Unsigned(total / width),
                width,
            })
            .collect();
        let word = ty.unsigned();
        let other = match others.is_empty() {
            true => word,
            false => others[self.random.below(others.len())],
        };
        let from = match other.base.bits() > 8 && self.random.below(2) == 0 {
            true => {
                let float = self.any(other.with(Base::Float(other.base.bits())), depth);
                expr(other, "bits($)", vec![float])
            }
            false => self.any(other, depth),
        };
        let from = match other == word {
            true => from,
            false => expr(word, &format!("as_{}($)", word.name()), vec![from]),
        };
        self.same_bits(from, ty)
    }
}
