//! Random kernels: declarations, statements, and how they are written down.

use super::Random;
use super::bench::{Buffer, Close, Job};
use super::expr::{Array, Expr, Expressions, Node, Scope, Signature, Var, variable};
use super::types::{BASES, Base, INT, Ty, UINT, ULONG, WIDTHS};
use std::fmt::Write as _;

/// Input bytes.
pub const INPUT: u32 = 4096;
/// Words that all items add to, and as many long ones.
pub const SHARED: u32 = 32;
/// Bytes of the output that an item uses as memory of its own.
const OWN: u32 = 32;

#[derive(Clone, Debug)]
pub enum Stmt {
    Line(Node),
    If(Node, Vec<Stmt>, Vec<Stmt>),
    /// A head that ends before its body.
    Loop(Node, Vec<Stmt>),
    /// Cases of `$ & 3`; those that do not end go on with the next.
    Switch(Node, Vec<(Vec<Stmt>, bool)>),
}

#[derive(Clone, Debug)]
pub struct Function {
    signature: Signature,
    inline: bool,
    vars: Vec<Var>,
    pub body: Vec<Stmt>,
    pub result: Node,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub groups: [u32; 3],
    pub block: [u32; 3],
    /// Arguments that are passed as values.
    pub params: Vec<Var>,
    pub functions: Vec<Function>,
    vars: Vec<Var>,
    arrays: Vec<Array>,
    /// Elements of local arrays, one for each item.
    locals: Vec<Ty>,
    pub body: Vec<Stmt>,
    seed: u64,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Place {
    /// All items of the workgroup come here together.
    together: bool,
    in_loop: bool,
    depth: u32,
    /// In a function; it has no memory but what it is given.
    function: bool,
}

struct Writer<'a> {
    random: &'a mut Random,
    scope: Scope,
    locals: Vec<Ty>,
    items: u32,
    lanes: bool,
    alone: bool,
    size: u32,
}

impl Program {
    pub fn random(seed: u64) -> Program {
        let mut random = Random::new(seed);
        // Waves that are not full, or operations across lanes.
        let lanes = random.below(2) == 0;
        // Items that need no other may leave early.
        let alone = !lanes && random.below(2) == 0;
        let block = match (lanes, random.below(5)) {
            (_, 4) if random.below(4) == 0 => [random.pick(&[256, 512, 1024]), 1, 1],
            (true, 0) => [16, 4, 2],
            (true, 1) => [64, 1, 1],
            (true, _) => [128, 1, 1],
            (false, 0) => [9, 5, 3],
            (false, 1) => [17, 3, 1],
            (false, 2) => [70, 1, 1],
            (false, _) => [33 + random.below(60) as u32, 1, 1],
        };
        let groups = match random.below(3) {
            0 => [2, 2, 1],
            1 => [1, 1, 3],
            _ => [3, 1, 1],
        };
        let mut functions = Vec::new();
        for number in 0..random.below(4) {
            functions.push(function(&mut random, number, &functions));
        }
        let param = |number: usize, ty: Ty| Var {
            name: format!("p{number}"),
            ty,
            uniform: true,
            writable: false,
        };
        let params: Vec<Var> = (0..2 + random.below(4))
            .map(|number| param(number, any_type(&mut random)))
            .collect();
        let mut vars = Vec::new();
        for number in 0..5 + random.below(7) {
            let ty = any_type(&mut random);
            vars.push(var(format!("v{number}"), ty, false));
        }
        vars.push(var("w".into(), UINT, false));
        vars.push(var("x".into(), ULONG, false));
        for number in 0..2 {
            let ty = Ty::scalar(random.pick(&BASES));
            vars.push(var(format!("u{number}"), ty, true));
        }
        let fields = (0..2 + random.below(4)).map(|number| {
            let ty = any_type(&mut random);
            var(format!("s0.f{number}"), ty, false)
        });
        vars.extend(fields.collect::<Vec<Var>>());
        for name in ["c0.w", "c0.b.s3", "c0.h.s1"] {
            let ty = match &name[3..4] {
                "w" => UINT,
                "b" => Ty::scalar(Base::Unsigned(8)),
                _ => Ty::scalar(Base::Signed(16)),
            };
            vars.push(var(name.into(), ty, false));
        }
        let mut arrays = vec![Array {
            name: "pu".into(),
            ty: UINT,
            len: 4,
            uniform: false,
            writable: true,
        }];
        for number in 0..random.below(3) {
            arrays.push(Array {
                name: format!("a{number}"),
                ty: any_type(&mut random),
                len: random.pick(&[4, 8, 16]),
                uniform: false,
                writable: true,
            });
        }
        for (name, ty) in TABLES {
            arrays.push(Array {
                name: name.into(),
                ty,
                len: 16,
                uniform: true,
                writable: false,
            });
        }
        let locals = if alone { 0 } else { random.below(3) };
        let locals = (0..locals).map(|_| any_type(&mut random)).collect();
        let identity = ["lid", "gid", "group"].map(|name| Var {
            name: name.into(),
            ty: UINT,
            uniform: name == "group",
            writable: false,
        });
        let mut writer = Writer {
            scope: Scope {
                vars: (vars.iter().chain(&params).chain(&identity))
                    .cloned()
                    .collect(),
                arrays: arrays.clone(),
                functions: functions
                    .iter()
                    .map(|f: &Function| f.signature.clone())
                    .collect(),
                input: Some(INPUT),
            },
            size: 3 + random.below(16) as u32,
            random: &mut random,
            locals,
            items: block.iter().product(),
            lanes,
            alone,
        };
        let place = Place {
            together: true,
            in_loop: false,
            depth: 0,
            function: false,
        };
        let mut body = Vec::new();
        while writer.size > 0 {
            body.extend(writer.block(place));
        }
        Program {
            locals: writer.locals,
            groups,
            block,
            params,
            functions,
            vars,
            arrays,
            body,
            seed,
        }
    }

    /// Bytes of the output for each item.
    pub fn stride(&self) -> u32 {
        let all: u32 = self.vars.iter().map(|var| var.ty.bytes().max(16)).sum();
        (OWN + all).next_multiple_of(64)
    }

    pub fn items(&self) -> u32 {
        self.block.iter().chain(&self.groups).product()
    }

    /// What lies at a byte of the output.
    pub fn output_at(&self, byte: usize) -> String {
        let stride = self.stride() as usize;
        if byte >= stride * self.items() as usize {
            return "shared".into();
        }
        let (item, mut at) = (byte / stride, byte % stride);
        if at < OWN as usize {
            return format!("item {item}, own[{at}]");
        }
        at -= OWN as usize;
        for var in &self.vars {
            let size = var.ty.bytes().max(16) as usize;
            if at < size {
                return format!("item {item}, {} {}, byte {at}", var.ty.name(), var.name);
            }
            at -= size;
        }
        format!("item {item}, after everything")
    }

    /// The kernel with arguments.
    pub fn job(&self, seed: u64) -> Job {
        let mut random = Random::new(seed ^ 0xa5a5);
        let mut values = Vec::new();
        for param in &self.params {
            let mut value = interesting(&mut random, param.ty.bytes());
            if let Base::Float(bits) = param.ty.base {
                let size = bits as usize / 8;
                // No NaNs, whose bits would be seen.
                let top = (size - 1..value.len()).step_by(size);
                top.for_each(|at| value[at] &= 0xbf);
            }
            values.push(value);
        }
        let mut buffer = |count: u32, is_output: bool| Buffer {
            data: interesting(&mut random, count),
            is_output,
        };
        Job {
            kernel: "k".into(),
            device: self.device(),
            host: self.host(),
            groups: self.groups,
            block: self.block,
            buffers: vec![
                buffer(INPUT, false),
                buffer(self.stride() * self.items(), true),
                buffer(4 * SHARED, true),
                buffer(8 * SHARED, true),
            ],
            values,
            choice: [0, 0],
            close: Close::Bytes,
        }
    }

    /// What a compiler for the device gets.
    pub fn device(&self) -> String {
        format!(
            "{}{}{}",
            include_str!("device.h"),
            include_str!("both.h"),
            self.kernel()
        )
    }

    /// What a compiler for the host gets: the same kernel, and how it is called.
    pub fn host(&self) -> String {
        let mut text = include_str!("host.h").to_string();
        text += &super::types::host_conversions();
        text += include_str!("both.h");
        text += &self.kernel();
        text += "void *argument(size_t);\nvoid result(const void *, size_t);\n";
        text += "static global uchar *in, *out;\nstatic global uint *shared;\nstatic global ulong *shared64;\n";
        for param in &self.params {
            let _ = writeln!(text, "static {} {};", param.ty.name(), param.name);
        }
        text += "void read_arguments(void) {\n    in = (global uchar *)argument(0);\n    out = (global uchar *)argument(0);\n    shared = (global uint *)argument(0);\n    shared64 = (global ulong *)argument(0);\n";
        for param in &self.params {
            let (ty, name) = (param.ty.name(), &param.name);
            let _ = writeln!(text, "    {name} = *({ty} *)argument(sizeof({ty}));");
        }
        text += "}\nvoid run_item(void) {\n    k(in, out, shared, shared64";
        for param in &self.params {
            let _ = write!(text, ", {}", param.name);
        }
        let _ = writeln!(
            text,
            ");\n}}\nvoid write_results(void) {{\n    result(out, {});\n    result(shared, {});\n    result(shared64, {});\n}}",
            self.stride() * self.items(),
            4 * SHARED,
            8 * SHARED,
        );
        text
    }

    pub fn kernel(&self) -> String {
        let mut random = Random::new(self.seed ^ 0x5eed);
        let mut text = String::new();
        for (name, ty) in TABLES {
            let _ = write!(text, "constant {} {name}[16] = {{", ty.name());
            for _ in 0..16 {
                let _ = write!(text, "{:#x}UL, ", random.bits() >> random.below(64));
            }
            text += "};\n";
        }
        text += "union Both { uint w; uchar4 b; short2 h; };\n";
        let fields: Vec<&Var> = self
            .vars
            .iter()
            .filter(|var| var.name.starts_with("s0."))
            .collect();
        text += "struct Mixed {";
        for field in &fields {
            let _ = write!(text, " {} {};", field.ty.name(), &field.name[3..]);
        }
        text += " };\n";
        for function in &self.functions {
            function.print(&mut text);
        }
        text += "kernel void k(global const uchar *in, global uchar *out, global uint *shared, global ulong *shared64";
        for param in &self.params {
            let _ = write!(text, ", {} {}", param.ty.name(), param.name);
        }
        let items: u32 = self.block.iter().product();
        let stride = self.stride();
        let _ = write!(
            text,
            ") {{
    uint lid = (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)));
    uint group = (uint)(get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)));
    uint gid = group * {items}u + lid;
    global uchar *own = out + (size_t)gid * {stride};
    local uint lown[{}];
    local ulong counters[8];
    for (uint i = 0; i < 4; i++)
        lown[4 * lid + i] = gid * i;
    int i0 = 0, i1 = 0, i2 = 0, i3 = 0, n0 = 0, n1 = 0, n2 = 0, n3 = 0;
    union Both c0;
    c0.w = gid * 0x9e3779b9u;
    struct Mixed s0, s1;
",
            4 * items
        );
        for (number, ty) in self.locals.iter().enumerate() {
            let _ = writeln!(text, "    local {} l{number}[{items}];", ty.name());
        }
        for (number, var) in self.vars.iter().enumerate() {
            if var.name.starts_with("c0.") {
                continue;
            }
            let declare = match var.name.contains('.') {
                true => String::new(),
                false => format!("{} ", var.ty.name()),
            };
            let at = match var.uniform {
                true => format!("group + {number}u"),
                false => format!("(gid * {}u + {number}u * 7u) & 127u", 1 + number % 5),
            };
            let value = initial(var.ty, &at);
            let _ = writeln!(text, "    {declare}{} = {value};", var.name);
        }
        text += "    s1 = s0;\n";
        for array in self.arrays.iter().filter(|array| array.writable) {
            let (ty, name, len) = (array.ty.name(), &array.name, array.len);
            let value = initial(array.ty, &format!("(gid + {}u * i) & 127u", len + 1));
            let _ = writeln!(
                text,
                "    {ty} {name}[{len}];\n    for (uint i = 0; i < {len}; i++)\n        {name}[i] = {value};"
            );
        }
        print_block(&self.body, 1, &mut text);
        let mut at = OWN;
        for var in &self.vars {
            let word = var.ty.unsigned();
            let (base, name) = (word.base.name(), &var.name);
            let value = match var.ty.base {
                Base::Float(_) => format!("bits({name})"),
                Base::Unsigned(_) => name.clone(),
                Base::Signed(_) => format!("as_{}({name})", word.name()),
            };
            let _ = match var.ty.width {
                1 => writeln!(text, "    *(global {base} *)(own + {at}) = {value};"),
                width => writeln!(
                    text,
                    "    vstore{width}({value}, 0, (global {base} *)(own + {at}));"
                ),
            };
            at += var.ty.bytes().max(16);
        }
        text += "}\n";
        text
    }
}

/// Eight bytes with something to them: numbers and floats of ordinary size, extremes, noise.
fn word(random: &mut Random) -> u64 {
    let noise = random.bits();
    let twice = |word: u64| word << 32 | word;
    match random.below(8) {
        0 => noise & 0x0000_00ff_0000_00ff,
        1 => (noise >> 40) as i64 as u64,
        2 => ((noise as i16) as f64 / 64.0).to_bits(),
        3 => twice(u64::from(((noise as i16) as f32 / 64.0).to_bits())),
        4 => (noise & 0x8fff_8fff_8fff_8fff) + 0x3000_3000_3000_3000,
        5 => random.pick(&[
            0,
            u64::MAX,
            0x8000_0000_8000_0000,
            0x7fff_ffff_7fff_ffff,
            0x7ff0_0000_0000_0000,
            0x7f80_0000_ff80_0000,
            0x7c00_fc00_0001_8000,
            0x0010_0000_0000_0000,
            0x0000_0001_8000_0001,
        ]),
        _ => noise,
    }
}

/// So many bytes of them.
pub fn interesting(random: &mut Random, count: u32) -> Vec<u8> {
    let words = (0..count.div_ceil(8)).flat_map(|_| word(random).to_le_bytes());
    words.take(count as usize).collect()
}

const TABLES: [(&str, Ty); 3] = [
    ("t32", UINT),
    ("t8", Ty::scalar(Base::Unsigned(8))),
    ("t64", ULONG),
];

fn var(name: String, ty: Ty, uniform: bool) -> Var {
    Var {
        name,
        ty,
        uniform,
        writable: true,
    }
}

fn any_type(random: &mut Random) -> Ty {
    let base = random.pick(&BASES);
    let width = match random.below(2) {
        0 => 1,
        _ => random.pick(&WIDTHS),
    };
    Ty { base, width }
}

/// A value out of the input.
fn initial(ty: Ty, at: &str) -> String {
    let word = ty.unsigned();
    let base = word.base.name();
    let loaded = match ty.width {
        1 => format!("((global const {base} *)in)[{at}]"),
        width => format!("vload{width}(({at}) & 31u, (global const {base} *)in)"),
    };
    match ty.base {
        Base::Float(_) => format!("real({loaded})"),
        Base::Signed(_) => format!("as_{}({loaded})", ty.name()),
        Base::Unsigned(_) => loaded,
    }
}

fn function(random: &mut Random, number: usize, earlier: &[Function]) -> Function {
    let params: Vec<Ty> = (0..1 + random.below(3)).map(|_| any_type(random)).collect();
    let signature = Signature {
        name: format!("f{number}"),
        result: any_type(random),
        params,
    };
    let params = signature.params.iter().enumerate();
    let mut vars: Vec<Var> = params
        .map(|(i, &ty)| var(format!("q{i}"), ty, false))
        .collect();
    vars.push(var("r".into(), signature.result, false));
    let inline = random.below(3) == 0;
    let mut writer = Writer {
        scope: Scope {
            vars: vars.clone(),
            arrays: Vec::new(),
            functions: earlier.iter().map(|f| f.signature.clone()).collect(),
            input: None,
        },
        size: 1 + random.below(4) as u32,
        random,
        locals: Vec::new(),
        items: 0,
        lanes: false,
        alone: false,
    };
    let place = Place {
        together: false,
        in_loop: false,
        depth: 1,
        function: true,
    };
    let body = writer.block(place);
    let result = Node::new("$", vec![writer.value(signature.result, 2, false)]);
    Function {
        signature,
        inline,
        vars,
        body,
        result,
    }
}

impl Function {
    fn print(&self, text: &mut String) {
        let Signature {
            name,
            result,
            params,
        } = &self.signature;
        let attribute = match self.inline {
            true => "",
            false => "__attribute__((noinline)) ",
        };
        let _ = write!(text, "static {attribute}{} {name}(", result.name());
        for (i, ty) in params.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}{} q{i}", ty.name());
        }
        text.push_str(
            ") {\n    int i0 = 0, i1 = 0, i2 = 0, i3 = 0, n0 = 0, n1 = 0, n2 = 0, n3 = 0;\n",
        );
        let zero = match result.base {
            Base::Float(_) => format!("real(({})0)", result.unsigned().name()),
            _ => format!("({})0", result.name()),
        };
        let _ = writeln!(text, "    {} r = {zero};", result.name());
        debug_assert!(self.vars.iter().any(|var| var.name == "r"));
        print_block(&self.body, 1, text);
        text.push_str("    return ");
        self.result.print(text);
        text.push_str(";\n}\n");
    }
}

fn print_block(block: &[Stmt], indent: usize, text: &mut String) {
    let margin = "    ".repeat(indent);
    for stmt in block {
        *text += &margin;
        match stmt {
            Stmt::Line(node) => {
                node.print(text);
                text.push('\n');
            }
            Stmt::If(condition, yes, no) => {
                text.push_str("if (");
                condition.print(text);
                text.push_str(") {\n");
                print_block(yes, indent + 1, text);
                if !no.is_empty() {
                    let _ = writeln!(text, "{margin}}} else {{");
                    print_block(no, indent + 1, text);
                }
                let _ = writeln!(text, "{margin}}}");
            }
            Stmt::Loop(head, body) => {
                head.print(text);
                text.push_str(" {\n");
                print_block(body, indent + 1, text);
                let _ = writeln!(text, "{margin}}}");
            }
            Stmt::Switch(on, cases) => {
                text.push_str("switch (");
                on.print(text);
                text.push_str(" & 3u) {\n");
                for (number, (case, ends)) in cases.iter().enumerate() {
                    let _ = match number {
                        3 => writeln!(text, "{margin}default:"),
                        _ => writeln!(text, "{margin}case {number}:"),
                    };
                    print_block(case, indent + 1, text);
                    if *ends || number == 3 {
                        let _ = writeln!(text, "{margin}    break;");
                    }
                }
                let _ = writeln!(text, "{margin}}}");
            }
        }
    }
}

impl Writer<'_> {
    fn value(&mut self, ty: Ty, depth: u32, uniform: bool) -> Expr {
        let mut expressions = Expressions {
            random: self.random,
            scope: &self.scope,
            uniform,
        };
        expressions.any(ty, depth)
    }

    fn condition(&mut self, uniform: bool) -> Expr {
        let mut expressions = Expressions {
            random: self.random,
            scope: &self.scope,
            uniform,
        };
        expressions.condition(2)
    }

    fn block(&mut self, place: Place) -> Vec<Stmt> {
        let count = match self.size {
            0 => 1,
            _ => 1 + self.random.below(3),
        };
        (0..count).flat_map(|_| self.statement(place)).collect()
    }

    fn statement(&mut self, place: Place) -> Vec<Stmt> {
        self.size = self.size.saturating_sub(1);
        let deeper = Place {
            depth: place.depth + 1,
            ..place
        };
        if place.depth < 4 && self.size > 0 {
            match self.random.below(14) {
                0 | 1 => {
                    let uniform = place.together && self.random.below(2) == 0;
                    // What ends a loop for all is not for some to decide.
                    let inner = Place {
                        together: uniform,
                        in_loop: place.in_loop && uniform == place.together,
                        ..deeper
                    };
                    let condition = self.condition(uniform);
                    let yes = self.block(inner);
                    let no = match self.random.below(2) {
                        0 => self.block(inner),
                        _ => Vec::new(),
                    };
                    return vec![Stmt::If(Node::new("$", vec![condition]), yes, no)];
                }
                2 | 3 => return self.repeat(place, deeper),
                4 => {
                    let on = self.value(UINT, 2, false);
                    let inner = Place {
                        together: false,
                        in_loop: false,
                        ..deeper
                    };
                    let cases = (0..4).map(|_| (self.block(inner), self.random.below(4) > 0));
                    let cases = cases.collect();
                    return vec![Stmt::Switch(Node::new("$", vec![on]), cases)];
                }
                _ => {}
            }
        }
        let line = match self.random.below(16) {
            0 | 1 if place.together && !self.locals.is_empty() => self.exchange(),
            2 if place.together && !place.function && !self.alone => self.local_atomic(),
            3 if self.alone => {
                let condition = self.condition(false);
                Node::new("if ($) return;", vec![condition])
            }
            3 | 4 if place.together && self.lanes => self.lanes(),
            5 if !place.function => self.shared_atomic(),
            6 | 7 if !place.function => self.own(),
            8 if place.in_loop => {
                let condition = self.condition(place.together);
                let word = self.random.pick(&["break", "continue"]);
                Node::new(&format!("if ($) {word};"), vec![condition])
            }
            9 if !place.function => match self.random.below(3) {
                0 => Node::new("s1 = s0;", Vec::new()),
                1 => Node::new("{ struct Mixed t = s0; s0 = s1; s1 = t; }", Vec::new()),
                _ => Node::new("s0 = s1;", Vec::new()),
            },
            10 | 11 => match self.array_store() {
                Some(line) => line,
                None => self.assign(place),
            },
            _ => self.assign(place),
        };
        vec![Stmt::Line(line)]
    }

    /// A loop whose trips depend on data, and end.
    fn repeat(&mut self, place: Place, deeper: Place) -> Vec<Stmt> {
        let uniform = place.together && self.random.below(2) == 0;
        let n = place.depth;
        let most = self.value(UINT, 2, uniform);
        let head = match self.random.below(3) {
            0 => Node::new(
                &format!("for (i{n} = 0; i{n} < (int)($ & 7u); i{n}++)"),
                vec![most],
            ),
            1 => Node::new(
                &format!("for (n{n} = (int)($ & 7u), i{n} = 0; i{n} < n{n}; i{n}++)"),
                vec![most],
            ),
            _ => {
                let condition = self.condition(uniform);
                Node::new(
                    &format!("for (i{n} = (int)($ & 7u); i{n} > 0 && $; i{n}--)"),
                    vec![most, condition],
                )
            }
        };
        self.scope.vars.push(Var {
            name: format!("i{n}"),
            ty: INT,
            uniform,
            writable: false,
        });
        let body = self.block(Place {
            together: uniform,
            in_loop: true,
            ..deeper
        });
        self.scope.vars.pop();
        vec![Stmt::Loop(head, body)]
    }

    fn target(&mut self, uniform: bool, wanted: impl Fn(&Var) -> bool) -> Option<Var> {
        let vars = self.scope.vars.iter();
        let fit: Vec<&Var> = vars
            .filter(|v| v.writable && v.uniform == uniform && wanted(v))
            .collect();
        match fit.is_empty() {
            true => None,
            false => Some(fit[self.random.below(fit.len())].clone()),
        }
    }

    fn assign(&mut self, place: Place) -> Node {
        let uniform = place.together && self.random.below(4) == 0;
        let target = self
            .target(uniform, |_| true)
            .or_else(|| self.target(false, |_| true));
        let target = target.expect("there are variables");
        let depth = 2 + self.random.below(3) as u32;
        let value = self.value(target.ty, depth, target.uniform);
        Node::new(&format!("{} = $;", target.name), vec![value])
    }

    fn array_store(&mut self) -> Option<Node> {
        let arrays: Vec<&Array> = self.scope.arrays.iter().filter(|a| a.writable).collect();
        if arrays.is_empty() {
            return None;
        }
        let array = arrays[self.random.below(arrays.len())].clone();
        let (at, value) = (self.value(UINT, 2, false), self.value(array.ty, 3, false));
        let template = format!("{}[$ & {}u] = $;", array.name, array.len - 1);
        Some(Node::new(&template, vec![at, value]))
    }

    /// Every item puts something into local memory and takes something that another put there.
    fn exchange(&mut self) -> Node {
        let number = self.random.below(self.locals.len());
        let ty = self.locals[number];
        let items = self.items;
        let value = self.value(ty, 3, false);
        let at = self.value(UINT, 2, false);
        let assigned = self.target(false, |var| var.ty == ty);
        let fence = "barrier(CLK_LOCAL_MEM_FENCE);";
        match assigned {
            Some(var) => Node::new(
                &format!(
                    "{fence} l{number}[lid] = $; {fence} {} = l{number}[$ % {items}u];",
                    var.name
                ),
                vec![value, at],
            ),
            None => {
                let taken = Var {
                    name: "t".into(),
                    ty,
                    uniform: false,
                    writable: false,
                };
                let found = Expr {
                    ty: UINT,
                    node: Node::new("$", vec![variable(&taken)]),
                };
                let digest = match (ty.base, ty.width) {
                    (Base::Float(_), 1) => "(uint)bits($)".to_string(),
                    (Base::Float(_), width) => format!("(uint)bits($).s{}", width - 1),
                    (_, 1) => "(uint)$".to_string(),
                    (_, width) => format!("(uint)($).s{}", width - 1),
                };
                Node::new(
                    &format!(
                        "{fence} l{number}[lid] = $; {fence} {{ {} t = l{number}[$ % {items}u]; w += {digest}; }}",
                        ty.name()
                    ),
                    vec![value, at, found],
                )
            }
        }
    }

    /// Counters in local memory, which all items of the group change in the same way.
    fn local_atomic(&mut self) -> Node {
        let (ty, op) = self.commutative();
        let name = ty.name();
        let fence = "barrier(CLK_LOCAL_MEM_FENCE);";
        let (at, from) = (self.value(UINT, 2, false), self.value(UINT, 1, false));
        let (condition, value) = (self.condition(false), self.value(ty, 3, false));
        let size = self.random.pick(&[1u32, 2, 8]);
        Node::new(
            &format!(
                "{{ local {name} *c = (local {name} *)counters; {fence} if (lid < 8u) c[lid] = ({name})(lid * 0x1234567u); {fence} if ($) ATOMIC({op}, &c[$ & {}u], $, __MEMORY_SCOPE_WRKGRP); {fence} x ^= (ulong)c[$ & 7u]; {fence} }}",
                size - 1
            ),
            vec![condition, at, value, from],
        )
    }

    fn commutative(&mut self) -> (Ty, &'static str) {
        let ty = Ty::scalar(self.random.pick(&[
            Base::Signed(32),
            Base::Unsigned(32),
            Base::Signed(64),
            Base::Unsigned(64),
        ]));
        (
            ty,
            self.random
                .pick(&["add", "sub", "and", "or", "xor", "min", "max"]),
        )
    }

    /// Counters in global memory, which are looked at when all is over.
    fn shared_atomic(&mut self) -> Node {
        let (ty, op) = self.commutative();
        // Every counter knows one operation only.
        let number = match (op, ty.base.is_signed()) {
            ("add" | "sub", _) => 0,
            ("and", _) => 4,
            ("or", _) => 8,
            ("xor", _) => 12,
            ("min", true) => 16,
            ("max", true) => 20,
            ("min", false) => 24,
            _ => 28,
        };
        let array = if ty.base.bits() == 64 {
            "shared64"
        } else {
            "shared"
        };
        let (at, value) = (self.value(UINT, 2, false), self.value(ty, 3, false));
        let scope = self.random.pick(&["DEVICE", "SYSTEM"]);
        Node::new(
            &format!(
                "ATOMIC({op}, (global {} *)&{array}[{number}u + ($ & 3u)], $, __MEMORY_SCOPE_{scope});",
                ty.name()
            ),
            vec![at, value],
        )
    }

    /// Memory that no other item touches, in every address space.
    fn own(&mut self) -> Node {
        let (at, value) = (self.value(UINT, 1, false), self.value(UINT, 3, false));
        let op = self
            .random
            .pick(&["add", "sub", "and", "or", "xor", "min", "max", "nand"]);
        match self.random.below(12) {
            0 => Node::new("((global uint *)own)[$ & 7u] = $;", vec![at, value]),
            1 => Node::new("own[$ & 31u] = (uchar)$;", vec![at, value]),
            2 => Node::new(
                "*(global ushort_loose *)(own + ($ & 15u)) = (ushort)$;",
                vec![at, value],
            ),
            3 => Node::new(
                "*(global uint_loose *)(own + ($ & 15u)) = $;",
                vec![at, value],
            ),
            4 => {
                let value = self.value(ULONG, 2, false);
                Node::new(
                    "*(global ulong_loose *)(own + ($ & 15u)) = $;",
                    vec![at, value],
                )
            }
            5 => Node::new(
                &format!(
                    "w = ATOMIC({op}, (global uint *)own + ($ & 7u), $, __MEMORY_SCOPE_DEVICE);"
                ),
                vec![at, value],
            ),
            6 => {
                let value = self.value(ULONG, 2, false);
                Node::new(
                    &format!(
                        "x = ATOMIC({op}, (global ulong *)own + ($ & 3u), $, __MEMORY_SCOPE_DEVICE);"
                    ),
                    vec![at, value],
                )
            }
            7 => Node::new(
                "w = EXCHANGE((global uint *)own + ($ & 7u), $, __MEMORY_SCOPE_DEVICE);",
                vec![at, value],
            ),
            8 => {
                let old = self.value(UINT, 1, false);
                Node::new(
                    "w = swap_if((global uint *)own + ($ & 7u), $, $);",
                    vec![at, old, value],
                )
            }
            9 => {
                let again = self.value(UINT, 1, false);
                Node::new(
                    "w += lown[4 * lid + ($ & 3u)]; lown[4 * lid + ($ & 3u)] = $;",
                    vec![at, again, value],
                )
            }
            10 => {
                let (old, again) = (self.value(ULONG, 1, false), self.value(ULONG, 2, false));
                Node::new(
                    "x = swap_if((global ulong *)own + ($ & 3u), $, $);",
                    vec![at, old, again],
                )
            }
            _ => {
                // One pointer, which may lead anywhere.
                let (condition, other) = (self.condition(false), self.condition(false));
                let from = self.value(UINT, 1, false);
                Node::new(
                    "{ uint *p = $ ? (uint *)own : $ ? (uint *)pu : (uint *)&lown[4 * lid]; p[$ & 3u] = $; w ^= p[$ & 3u]; }",
                    vec![condition, other, at, value, from],
                )
            }
        }
    }

    /// Lanes of a wave tell each other something.
    fn lanes(&mut self) -> Node {
        let value = self.value(UINT, 3, false);
        let number = self.random.bits() as u32;
        match self.random.below(9) {
            0 => Node::new(&format!("w = lane_read($, {}u);", number % 32), vec![value]),
            1 => {
                let condition = self.condition(false);
                Node::new("x = lane_ballot($);", vec![condition])
            }
            2 => {
                let at = self.value(UINT, 2, false);
                Node::new("w = lane_permute($, $);", vec![value, at])
            }
            3 => {
                let condition = self.condition(false);
                Node::new(
                    "{ ulong m = lane_ballot($); w += lane_prefix(m); }",
                    vec![condition],
                )
            }
            4 => {
                let other = self.random.bits() as u32;
                let cross = self.random.below(2);
                Node::new(
                    &format!("w = lane_row($, {number:#x}u, {other:#x}u, {cross});"),
                    vec![value],
                )
            }
            5 => Node::new(
                &format!("w = lane_eight($, {:#x}u);", number & 0xff_ffff),
                vec![value],
            ),
            6 => {
                let pattern = number & 0x7fff;
                let pattern = match self.random.below(3) {
                    0 => 0x8000 | number & 0xff,
                    _ => pattern,
                };
                Node::new(&format!("w = lane_swizzle($, {pattern:#x});"), vec![value])
            }
            7 => {
                // Every lane sends to one, no two to the same.
                let turn = number | 1;
                Node::new(
                    &format!(
                        "w = lane_scatter($, (lid * {turn}u + {}u) * 4u);",
                        number >> 8
                    ),
                    vec![value],
                )
            }
            _ => {
                let old = self.value(UINT, 1, false);
                let n = 1 + self.random.below(15);
                let controls = [
                    self.random.below(256),
                    0x100 + n,
                    0x110 + n,
                    0x120 + n,
                    0x140,
                    0x141,
                    0x150 + n,
                    0x160 + n,
                ];
                let control = self.random.pick(&controls);
                let mask = |random: &mut Random| match random.below(2) {
                    0 => 15,
                    _ => random.below(16),
                };
                let (rows, banks) = (mask(self.random), mask(self.random));
                let bound = self.random.below(2) == 0;
                Node::new(
                    &format!("w = lane_dpp($, $, {control:#x}, {rows}, {banks}, {bound});"),
                    vec![old, value],
                )
            }
        }
    }
}
