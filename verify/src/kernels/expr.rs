//! Random expressions that mean the same to every compiler: nothing undefined, nothing rounded in
//! more than one allowed way.

mod arithmetic;
mod convert;

use super::Random;
use super::types::{BASES, Base, INT, Ty, UINT, WIDTHS};

/// Text with expressions in it.
#[derive(Clone, Debug)]
pub struct Node {
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    Sub(Expr),
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub ty: Ty,
    pub node: Node,
}

impl Node {
    /// A `$` of the template for each expression.
    pub fn new(template: &str, subs: Vec<Expr>) -> Node {
        let mut parts = Vec::new();
        let mut subs = subs.into_iter();
        for (i, text) in template.split('$').enumerate() {
            if i > 0 {
                parts.push(Part::Sub(subs.next().expect("an expression for every `$`")));
            }
            parts.push(Part::Text(text.to_string()));
        }
        assert!(subs.next().is_none(), "a `$` for every expression");
        Node { parts }
    }

    pub fn print(&self, text: &mut String) {
        for part in &self.parts {
            match part {
                Part::Text(own) => *text += own,
                Part::Sub(expr) => expr.node.print(text),
            }
        }
    }

    pub fn subs(&self) -> impl Iterator<Item = &Expr> {
        self.parts.iter().filter_map(|part| match part {
            Part::Sub(expr) => Some(expr),
            Part::Text(_) => None,
        })
    }

    pub fn subs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        self.parts.iter_mut().filter_map(|part| match part {
            Part::Sub(expr) => Some(expr),
            Part::Text(_) => None,
        })
    }
}

fn expr(ty: Ty, template: &str, subs: Vec<Expr>) -> Expr {
    Expr {
        ty,
        node: Node::new(template, subs),
    }
}

/// Something with a name.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub ty: Ty,
    /// The same for all items of a workgroup, so that a compiler may keep it in a scalar register.
    pub uniform: bool,
    pub writable: bool,
}

/// An array with a power of two of elements.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    pub ty: Ty,
    pub len: u32,
    pub uniform: bool,
    pub writable: bool,
}

#[derive(Clone, Debug)]
pub struct Signature {
    pub name: String,
    pub result: Ty,
    pub params: Vec<Ty>,
}

/// What can be named at some place of a program.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub vars: Vec<Var>,
    pub arrays: Vec<Array>,
    pub functions: Vec<Signature>,
    /// Input bytes, a power of two, where they can be reached.
    pub input: Option<u32>,
}

pub struct Expressions<'a> {
    pub random: &'a mut Random,
    pub scope: &'a Scope,
    /// Only what is the same for the whole workgroup.
    pub uniform: bool,
}

impl Expressions<'_> {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        self.random.pick(from)
    }

    pub fn any(&mut self, ty: Ty, depth: u32) -> Expr {
        if depth == 0 || self.random.below(10) == 0 {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        match self.random.below(20) {
            0 | 1 => self.select(ty, depth),
            2 => self.shape(ty, depth),
            3 => {
                let base = self.pick(&BASES);
                let from = self.any(ty.with(base), depth);
                self.convert(from, ty)
            }
            4 => self.load(ty, depth),
            5 => self.call(ty, depth),
            6 => self.reinterpret(ty, depth),
            _ if ty.base.is_float() => self.float(ty, depth),
            _ => self.integer(ty, depth),
        }
    }

    /// An `int` that is zero or not.
    pub fn condition(&mut self, depth: u32) -> Expr {
        let ty = Ty::scalar(self.pick(&BASES));
        let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        match self.random.below(6) {
            0 => {
                let bits = self.any(UINT, depth);
                expr(
                    INT,
                    &format!("(int)(($ & {}u) != 0)", 1 << self.random.below(4)),
                    vec![bits],
                )
            }
            1 => {
                let (a, b) = (self.condition(depth / 2), self.condition(depth / 2));
                let op = self.pick(&["AND", "OR", "^"]);
                expr(INT, &format!("($ {op} $)"), vec![a, b])
            }
            _ => {
                let (a, b) = (self.any(ty, depth), self.any(ty, depth));
                expr(INT, &format!("($ {op} $)"), vec![a, b])
            }
        }
    }

    fn leaf(&mut self, ty: Ty) -> Expr {
        let uniform = self.uniform;
        let vars = self.scope.vars.iter();
        let usable: Vec<&Var> = vars.filter(|v| v.uniform || !uniform).collect();
        let same: Vec<&Var> = usable.iter().copied().filter(|v| v.ty == ty).collect();
        if !same.is_empty() && self.random.below(6) > 0 {
            return variable(same[self.random.below(same.len())]);
        }
        if usable.is_empty() || self.random.below(3) == 0 {
            return self.constant(ty);
        }
        let var = variable(usable[self.random.below(usable.len())]);
        self.fit(var, ty)
    }

    pub fn constant(&mut self, ty: Ty) -> Expr {
        let parts: Vec<String> = (0..ty.width).map(|_| self.literal(ty.base)).collect();
        let text = match ty.width {
            1 => parts[0].clone(),
            _ => format!("(({})({}))", ty.name(), parts.join(", ")),
        };
        expr(ty, &text, Vec::new())
    }

    fn literal(&mut self, base: Base) -> String {
        let bits = base.bits();
        let bits_mask = u64::MAX >> (64 - bits);
        let name = base.name();
        if let Base::Float(bits) = base {
            let value = self.pick(&[
                0.0,
                -0.0,
                0.5,
                -0.5,
                1.0,
                -1.0,
                2.0,
                -4.0,
                0.15915494,
                3.25,
                1e-3,
                -7.75,
                100.0,
                1000.0,
                65504.0,
                1e-7,
                f64::INFINITY,
                -3.0,
                0.1,
                1.0 / 3.0,
            ]);
            let word = match bits {
                64 => value.to_bits(),
                32 => u64::from((value as f32).to_bits()),
                // Rounded towards zero, which is a half all the same.
                _ => u64::from(half(value as f32)),
            };
            let random = self.random.bits() & bits_mask;
            let word = if self.random.below(5) == 0 {
                random
            } else {
                word
            };
            return match bits {
                64 => format!("real({word:#x}UL)"),
                32 => format!("real({word:#x}u)"),
                _ => format!("real((ushort){word:#x}u)"),
            };
        }
        let word = match self.random.below(6) {
            0 => self.random.bits(),
            1 => 1 << self.random.below(64),
            2 => (1u64 << self.random.below(64)).wrapping_sub(1),
            3 => u64::MAX << self.random.below(64),
            _ => (self.random.below(81) as u64).wrapping_sub(16),
        } & bits_mask;
        match bits {
            64 => format!("(({name}){word:#x}UL)"),
            _ => format!("(({name}){word:#x}u)"),
        }
    }

    /// One of two, lane by lane or for the whole value.
    fn select(&mut self, ty: Ty, depth: u32) -> Expr {
        let (a, b) = (self.any(ty, depth), self.any(ty, depth));
        if ty.is_scalar() || self.random.below(3) == 0 {
            let condition = self.condition(depth);
            return match ty.is_scalar() {
                true => expr(
                    ty,
                    &format!("(({})($ ? $ : $))", ty.name()),
                    vec![condition, a, b],
                ),
                // A condition that is a scalar takes part in a vector as its components.
                false => {
                    let signed = ty.with(Base::Signed(ty.base.bits()));
                    let template = format!("((({})(-$)) ? $ : $)", signed.name());
                    let narrow = signed.component();
                    let condition = expr(
                        narrow,
                        &format!("(({})(($) != 0))", narrow.name()),
                        vec![condition],
                    );
                    expr(ty, &template, vec![condition, a, b])
                }
            };
        }
        let of = self.same_size(ty);
        let (x, y) = (self.any(of, depth), self.any(of, depth));
        let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        expr(ty, &format!("(($ {op} $) ? $ : $)"), vec![x, y, a, b])
    }

    /// A type whose components have as many bits.
    fn same_size(&mut self, ty: Ty) -> Ty {
        let bits = ty.base.bits();
        let base = match self.random.below(3) {
            0 if bits > 8 => Base::Float(bits),
            1 => Base::Signed(bits),
            _ => Base::Unsigned(bits),
        };
        ty.with(base)
    }

    /// Vectors out of parts, parts out of vectors.
    fn shape(&mut self, ty: Ty, depth: u32) -> Expr {
        let name = ty.name();
        if ty.is_scalar() {
            let width = self.pick(&WIDTHS[1..]);
            let whole = self.any(Ty { width, ..ty }, depth);
            return self.component(whole);
        }
        if self.random.below(2) == 0 {
            let depth = depth.min(1);
            let parts = (0..ty.width)
                .map(|_| self.any(ty.component(), depth))
                .collect();
            let places = vec!["$"; ty.width as usize].join(", ");
            return expr(ty, &format!("(({name})({places}))"), parts);
        }
        let width = self.pick(&WIDTHS[1..]);
        let whole = self.any(Ty { width, ..ty }, depth);
        let at: String = (0..ty.width)
            .map(|_| char::from_digit(self.random.below(width as usize) as u32, 10).unwrap_or('0'))
            .collect();
        expr(ty, &format!("(($).s{at})"), vec![whole])
    }

    fn load(&mut self, ty: Ty, depth: u32) -> Expr {
        let index = self.any(UINT, depth.min(2));
        let arrays = self.scope.arrays.iter();
        let arrays: Vec<&Array> = arrays
            .filter(|a| a.ty == ty && (a.uniform || !self.uniform))
            .collect();
        if !arrays.is_empty() && self.random.below(4) > 0 {
            let array = arrays[self.random.below(arrays.len())];
            let template = format!("{}[$ & {}u]", array.name, array.len - 1);
            return expr(ty, &template, vec![index]);
        }
        let Some(bytes) = self.scope.input else {
            return self.leaf(ty);
        };
        let word = ty.unsigned();
        let name = word.base.name();
        let size = word.bytes().next_power_of_two();
        let loaded = if ty.is_scalar() {
            let loose = self.random.below(3) == 0 && word.base.bits() > 8;
            match loose {
                true => expr(
                    word,
                    &format!(
                        "*(global const {name}_loose *)(in + ($ & {}u))",
                        bytes / 2 - 1
                    ),
                    vec![index],
                ),
                false => expr(
                    word,
                    &format!("((global const {name} *)in)[$ & {}u]", bytes / size - 1),
                    vec![index],
                ),
            }
        } else {
            // Past a component that the vector does not begin with.
            let skip = self.random.below(2);
            expr(
                word,
                &format!(
                    "vload{}($ & {}u, (global const {name} *)in + {skip})",
                    ty.width,
                    bytes / 2 / size - 1
                ),
                vec![index],
            )
        };
        self.same_bits(loaded, ty)
    }

    fn call(&mut self, ty: Ty, depth: u32) -> Expr {
        let functions = &self.scope.functions;
        if functions.is_empty() {
            return self.leaf(ty);
        }
        let function = &functions[self.random.below(functions.len())];
        let args: Vec<Expr> = function
            .params
            .iter()
            .map(|&ty| self.any(ty, depth.min(1)))
            .collect();
        let places = vec!["$"; args.len()].join(", ");
        let call = expr(
            function.result,
            &format!("{}({places})", function.name),
            args,
        );
        self.fit(call, ty)
    }

    /// An instruction that has no operator.
    fn builtin(&mut self, depth: u32) -> Expr {
        let float = Ty::scalar(Base::Float(32));
        match self.random.below(5) {
            0 => {
                let mask = self.random.bits() & 0x3ff;
                let (a, mask) = (self.any(float, depth), mask | (mask & 2) >> 1);
                expr(UINT, &format!("amd_class($, {mask})"), vec![a])
            }
            1 => {
                // A NaN's bits are not the same everywhere.
                let (a, b) = (self.any(float, depth), self.any(float, depth));
                expr(UINT, "amd_pkrtz(number($), number($))", vec![a, b])
            }
            _ => {
                let f = self.pick(&[
                    "ubfe",
                    "sbfe",
                    "alignbit",
                    "alignbyte",
                    "perm",
                    "sad_u8",
                    "sad_hi_u8",
                    "sad_u16",
                    "msad_u8",
                    "lerp",
                    "udot4",
                    "udot8",
                    "sudot4",
                ]);
                let all = (0..3).map(|_| self.any(UINT, depth)).collect();
                expr(UINT, &format!("amd_{f}($, $, $)"), all)
            }
        }
    }
}

pub fn variable(var: &Var) -> Expr {
    expr(var.ty, &var.name, Vec::new())
}

/// The half that lies at or before a float, towards zero.
fn half(value: f32) -> u16 {
    const TOWARD_ZERO: u32 = 1;
    op::rounded::cvt_round_f16_f32(value, TOWARD_ZERO).0
}
