//! Random kernels: what they declare, and the whole of their text.

use super::Random;
use super::bench::{Buffer, Close, Job};
use super::expr::{Array, Node, Scope, Signature, Var};
use super::print::print_block;
use super::statements::{Nesting, Writer};
use super::types::{BASES, Base, Ty, UINT, ULONG, WIDTHS};
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
    pub signature: Signature,
    pub inline: bool,
    pub vars: Vec<Var>,
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
        let place = Nesting {
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
            floats: self
                .params
                .iter()
                .map(|param| match param.ty.base {
                    Base::Float(bits) => bits,
                    _ => 0,
                })
                .collect(),
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
        let items: u32 = self.block.iter().product();
        // Unless it is told, clang compiles for no more than 256.
        if items > 256 {
            text += "__attribute__((amdgpu_flat_work_group_size(1, 1024))) ";
        }
        text += "kernel void k(global const uchar *in, global uchar *out, global uint *shared, global ulong *shared64";
        for param in &self.params {
            let _ = write!(text, ", {} {}", param.ty.name(), param.name);
        }
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
    let place = Nesting {
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
