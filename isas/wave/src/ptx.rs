//! WAVE kernels as PTX, for NVIDIA GPUs from sm_90 on.
//!
//! A wave is a warp, if it has 16 threads half of one, and the warp runs as one: every branch is taken by all of its threads,
//! on the answer of a vote, and a thread that is not active skips instructions by a predicate, one
//! for each level of nesting. PTX leaves open when threads that branched apart meet again; here
//! they never part, so instructions across the wave always name every thread of the warp and
//! every thread always comes. Threads that returned stay along until the last one has.
//!
//! Results are those of the emulator, bit for bit, NaNs included. With [`Style::fast`] the GPU's
//! own approximations and matrix units are used, and NaNs stay as the GPU makes them.
//!
//! An entry takes two parameters. `memory` is the address of the window that holds device memory:
//! a WAVE address is an offset into it, since those have 32 bits. `args` is the beginning of
//! constant memory: a word for each argument.

mod emit;
pub(crate) mod float;
mod flow;
mod lanes;
mod math;
mod matrix;
mod memory;
mod rule;
pub(crate) mod select;
mod template;

pub use rule::Ptx;

use arch::{Code, LaunchRequest, Translation};
use source::Diagnostic;

use crate::arch::{constant_memory, device, is_address, override_resources};
use crate::load::{WaveKernel, read};
use emit::{Emitter, EntryShape};

/// What to prefer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The GPU's approximations, matrix units and NaNs in place of the emulator's results.
    pub fast: bool,
}

/// Threads of a warp.
const WARP: u32 = 32;
/// Shared memory that a module can declare; more must be asked for at the launch.
const STATIC_SHARED: u32 = 48 << 10;
/// Shared memory that a thread block of sm_90 can have.
const MOST_SHARED: u32 = 227 << 10;
/// Threads that a thread block can have.
const MOST_THREADS: u32 = 1024;
/// Bytes of parameters that an entry can take.
const MOST_PARAMETERS: usize = 4352;

/// All kernels of `code`, or the one that the request names.
pub fn translate(
    code: &Code,
    request: &LaunchRequest<'_>,
    style: Style,
) -> Result<Translation, Diagnostic> {
    let thread_block = thread_block(request)?;
    let device = device(request)?;
    let constant = arguments(request)?;
    let cluster_shape = cluster_shape(request.launch.global, device.cluster_size)?;
    let mut bodies = String::new();
    let mut dynamic_shared = 0;
    let names = kernel_names(code, request.kernel);
    for name in &names {
        let mut kernel = read(code, name.as_deref(), &device)?;
        override_resources(&mut kernel, code, request)?;
        let (grid, block) = (request.launch.global, request.launch.local);
        let fits = kernel.fits(&device, grid, block);
        fits.map_err(|misfit| misfit.at(code, kernel.entry, request))?;
        let shape = EntryShape {
            name: identifier(name.as_deref().unwrap_or("kernel")),
            local_bytes: kernel.local_bytes.next_multiple_of(16).max(16),
            private_bytes: kernel.private_bytes.next_multiple_of(16).max(16),
            args_bytes: constant.len() as u32,
            cluster: device.cluster_size,
            cluster_shape,
            width: request.wave,
            local: request.launch.local,
            block: thread_block,
        };
        if shape.local_bytes > MOST_SHARED {
            return Err(Diagnostic::error(
                "resources",
                format!(
                    "the kernel asks for {} bytes of local memory, a thread block has {MOST_SHARED}",
                    shape.local_bytes
                ),
            ));
        }
        if shape.local_bytes > STATIC_SHARED {
            dynamic_shared = dynamic_shared.max(shape.local_bytes);
        }
        bodies += &entry(&kernel, &shape, style);
    }
    let mut text = String::from(
        "// Translated from WAVE by wavetank.\n.version 7.8\n.target sm_90\n.address_size 64\n",
    );
    if dynamic_shared > 0 {
        text += &format!(
            "// Launch with {dynamic_shared} bytes of dynamic shared memory.\n\
             .extern .shared .align 16 .b8 {DYNAMIC}[];\n"
        );
    }
    for (name, function) in math::FUNCTIONS {
        if bodies.contains(name) {
            text.push('\n');
            text += function;
        }
    }
    text += &bodies;
    Ok(Translation {
        text,
        entry: identifier(names[0].as_deref().unwrap_or("kernel")),
        args: constant,
        dynamic_shared,
        block: thread_block,
        cluster: cluster_shape,
    })
}

/// The thread block of a launch. Waves must make progress independently of each other, and threads
/// of one warp do not: a wave of 16 has a warp to itself, half of which ends at once.
fn thread_block(request: &LaunchRequest<'_>) -> Result<[u32; 3], Diagnostic> {
    let refuse = |message: String| Diagnostic::error("wave-width", message);
    let width = request.wave;
    if width > WARP {
        return Err(refuse(format!(
            "a wave of {width} threads would be several warps of {WARP}, which do not run in step"
        ))
        .help("a kernel that reads %wavewidth runs at any width: translate it with `--wave 32`"));
    }
    if width == WARP {
        return Ok(request.launch.local);
    }
    let threads: u32 = request.launch.local.iter().product();
    let lanes = threads.div_ceil(width) * WARP;
    if lanes > MOST_THREADS {
        let most = MOST_THREADS / WARP * width;
        return Err(refuse(format!(
            "waves of {width} threads take a warp each, so that they make progress on their own; \
             a thread block has room for {most} threads in such waves, not for {threads}"
        ))
        .help("launch smaller workgroups, or translate with `--wave 32`"));
    }
    Ok([lanes, 1, 1])
}

/// The name of local memory that is asked for at the launch.
const DYNAMIC: &str = "local_memory";

/// The start of constant memory that holds arguments, zeros up to 16 bytes behind them.
fn arguments(request: &LaunchRequest<'_>) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = constant_memory(request.args)?;
    let used = request.args.iter().map(|arg| match is_address(arg) {
        true => 4,
        false => arg.array.ty.size().next_multiple_of(4),
    });
    let used = used.sum::<usize>().next_multiple_of(16).max(16);
    if used + 8 > MOST_PARAMETERS {
        return Err(Diagnostic::error(
            "too-many-arguments",
            format!("the arguments take {used} bytes; an entry takes {MOST_PARAMETERS}"),
        ));
    }
    bytes.truncate(used);
    Ok(bytes)
}

/// The box of thread blocks that is a cluster. WAVE puts workgroups together that follow each
/// other in the grid, x first; a box of them does so only if it fills the axes before its last.
fn cluster_shape(grid: [u32; 3], size: u32) -> Result<[u32; 3], Diagnostic> {
    let mut shape = [1; 3];
    let mut left = size;
    for (side, extent) in shape.iter_mut().zip(grid) {
        if extent.is_multiple_of(left) {
            *side = left;
            return Ok(shape);
        }
        if !left.is_multiple_of(extent) {
            break;
        }
        *side = extent;
        left /= extent;
    }
    let [x, y, z] = grid;
    Err(Diagnostic::error(
        "cluster-size",
        format!(
            "clusters of {size} workgroups are no boxes of a grid of {x} by {y} by {z}, \
             as a GPU needs them"
        ),
    )
    .help("make the grid's x a multiple of the cluster's size"))
}

/// The kernels to translate; without any name, the code itself.
fn kernel_names(code: &Code, chosen: Option<&str>) -> Vec<Option<String>> {
    if let Some(name) = chosen {
        return vec![Some(name.to_string())];
    }
    let mut kernels: Vec<_> = code.symbols.iter().filter(|s| s.is_kernel).collect();
    kernels.sort_by_key(|symbol| symbol.address);
    let before = kernels.first().is_none_or(|k| k.address > code.entry);
    let unnamed = before.then_some(None);
    let named = kernels.iter().map(|kernel| Some(kernel.name.clone()));
    unnamed.into_iter().chain(named).collect()
}

/// A name that PTX takes.
fn identifier(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let text: String = name
        .chars()
        .map(|c| if fits(c) { c } else { '_' })
        .collect();
    match text.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("_{text}"),
        false => text,
    }
}

/// One kernel: the body first, because what it uses decides what stands before it.
fn entry(kernel: &WaveKernel, shape: &EntryShape, style: Style) -> String {
    let mut emitter = Emitter::new(shape.clone(), style);
    for (_, inst) in &kernel.insts {
        emitter.instruction(inst);
    }
    let body = emitter.finish();
    let uses = |what: &str| body.contains(what);
    let mut out = format!(
        "\n.visible .entry {}(.param .u64 memory, .param .align 16 .b8 args[{}])\n.maxntid {}\n",
        shape.name,
        shape.args_bytes,
        shape.block.iter().product::<u32>()
    );
    if shape.cluster > 1 {
        let [x, y, z] = shape.cluster_shape;
        out += &format!(".reqnctapercluster {x}, {y}, {z}\n");
    }
    out += "{\n";
    let mut line = |text: &str| {
        out.push_str("    ");
        out.push_str(text);
        out.push('\n');
    };
    line(&format!(".reg .b32 %r<{}>;", kernel.registers));
    line(".reg .pred %p<8>, %q<8>, %g;");
    line(".reg .b32 %t<16>, %m, %wave, %lane, %linear, %local;");
    line(".reg .b64 %w<8>, %memory, %args, %private;");
    line(".reg .b16 %h<8>;");
    let depth = emitter.deepest + 1;
    line(&format!(
        ".reg .pred %a<{depth}>, %o<{depth}>, %c<{depth}>;"
    ));
    if uses("%local") && shape.local_bytes <= STATIC_SHARED {
        let bytes = shape.local_bytes;
        line(&format!(".shared .align 16 .b8 local[{bytes}];"));
        line("mov.u32 %local, local;");
    } else if uses("%local") {
        line(&format!("mov.u32 %local, {DYNAMIC};"));
    }
    if uses("%private") {
        let bytes = shape.private_bytes;
        line(&format!(".local .align 16 .b8 private[{bytes}];"));
        line("mov.u64 %private, private;");
    }
    if uses("%memory") {
        line("ld.param.u64 %memory, [memory];");
        line("cvta.to.global.u64 %memory, %memory;");
    }
    if uses("%args") {
        line("mov.u64 %args, args;");
    }
    if shape.is_narrow() {
        // A wave has the first lanes of a warp; the others, and what the last wave lacks, end.
        let (width, threads) = (shape.width, shape.threads());
        line("mov.u32 %t0, %tid.x;");
        line("and.b32 %lane, %t0, 31;");
        line("shr.u32 %t0, %t0, 5;");
        line(&format!("mad.lo.u32 %linear, %t0, {width}, %lane;"));
        line(&format!("setp.ge.u32 %q0, %lane, {width};"));
        line(&format!("setp.ge.or.u32 %q0, %linear, {threads}, %q0;"));
        line("@%q0 exit;");
        line("sub.u32 %t0, %linear, %lane;");
        line(&format!("sub.u32 %t0, {threads}, %t0;"));
        line(&format!("min.u32 %t0, %t0, {width};"));
        line("shl.b32 %t0, 1, %t0;");
        line("sub.u32 %wave, %t0, 1;");
    } else if uses("%lane") {
        line("mov.u32 %lane, %laneid;");
    }
    if !shape.is_narrow() && (uses("%linear") || uses("%wave")) {
        // The number of the thread in its block, and a bit for each thread of its warp.
        line("mov.u32 %t0, %tid.z;");
        line("mov.u32 %t1, %ntid.y;");
        line("mov.u32 %t2, %tid.y;");
        line("mad.lo.u32 %t0, %t0, %t1, %t2;");
        line("mov.u32 %t2, %ntid.x;");
        line("mov.u32 %t3, %tid.x;");
        line("mad.lo.u32 %linear, %t0, %t2, %t3;");
        line("mul.lo.u32 %t1, %t1, %t2;");
        line("mov.u32 %t2, %ntid.z;");
        line("mul.lo.u32 %t1, %t1, %t2;");
        line("and.b32 %t0, %linear, -32;");
        line("sub.u32 %t1, %t1, %t0;");
        line("shl.b32 %t1, 1, %t1;");
        line("sub.u32 %wave, %t1, 1;");
    }
    for n in 0..kernel.registers {
        if uses_register(&body, 'r', n) {
            line(&format!("mov.b32 %r{n}, 0;"));
        }
    }
    for n in 0..8 {
        if uses_register(&body, 'p', n) {
            line(&format!("mov.pred %p{n}, 0;"));
        }
    }
    if uses("%a0") {
        line("mov.pred %a0, -1;");
    }
    out + &body + "}\n"
}

/// Whether `%r7` stands somewhere, and not as the beginning of `%r70`.
fn uses_register(body: &str, kind: char, number: u32) -> bool {
    let name = format!("%{kind}{number}");
    body.match_indices(&name).any(|(at, _)| {
        let next = body[at + name.len()..].chars().next();
        !next.is_some_and(|c| c.is_ascii_digit())
    })
}
