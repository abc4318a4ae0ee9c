//! `abi = hsa`: kernels are started as AMD's runtime starts them.

use super::arguments::{natural_layout, segment};
use super::{MAX_LOCAL, MAX_SCRATCH, Plan, Start, Threads, Uses, WGP_MODE, apertures, pair};
use crate::code_object::descriptor::{Descriptor, Rsrc2, UserData, mode};
use crate::code_object::metadata::KernelArg;
use crate::lower::DEFAULT_MODE;
use crate::lower::layout::SGPR0;
use crate::target::Target;
use arch::{Allocator, LaunchRequest};
use source::Diagnostic;
use uop::SReg;

/// Scratch memory for kernels whose compiler could not tell how much they need.
const DYNAMIC_STACK: u32 = 16 << 10;
/// Room for a service that is not there.
const SERVICE_BYTES: usize = 4096;
/// The registers up to which compilers pad user data on RDNA 3, so that workgroup ids end there.
const LAST_PADDED: u16 = 15;

/// A kernel with its descriptor, and with its arguments where a compiler listed them.
pub(crate) struct Kernel<'a> {
    pub descriptor: Descriptor,
    pub entry: u64,
    pub args: Option<&'a [KernelArg]>,
}

pub(crate) fn plan(
    kernel: &Kernel<'_>,
    target: Target,
    request: &LaunchRequest<'_>,
    memory: &mut dyn Allocator,
) -> Result<Plan, Diagnostic> {
    let descriptor = &kernel.descriptor;
    let natural;
    let layout = match kernel.args {
        Some(args) => args,
        None => {
            natural = natural_layout(request.args);
            &natural
        }
    };
    let group_bytes = descriptor.group_bytes;
    let mut segment = segment(
        layout,
        descriptor.kernarg_bytes,
        group_bytes,
        &apertures(),
        request,
    )?;
    let local_bytes = group_bytes
        .saturating_add(segment.dynamic_local)
        .max(request.integer("lds", 0) as u32);
    let mut scratch_bytes = descriptor.private_bytes;
    if descriptor.has_dynamic_stack() {
        scratch_bytes = scratch_bytes.saturating_add(DYNAMIC_STACK);
    }
    scratch_bytes = scratch_bytes.max(request.integer("scratch", 0) as u32);
    let vectors = descriptor.vectors();
    if vectors > target.generation().vgprs {
        let most = target.generation().vgprs;
        let message = format!("the kernel asks for {vectors} vector registers; there are {most}");
        return Err(Diagnostic::error("too-large", message));
    }
    limit("local memory", local_bytes, MAX_LOCAL)?;
    limit("scratch memory per lane", scratch_bytes, MAX_SCRATCH)?;

    let mut place = |name: &str, bytes: &[u8]| {
        let placed = memory.place(name, bytes);
        placed.map_err(|why| Diagnostic::error("out-of-memory", why))
    };
    for arg in layout {
        // A buffer for text that says it is full, a heap without anything in it: who asks for a
        // service finds that there is none, instead of reading through a null pointer.
        let bytes = match arg.kind.as_str() {
            "hidden_printf_buffer" | "hidden_heap_v1" => vec![0; SERVICE_BYTES],
            "hidden_queue_ptr" => queue().to_vec(),
            _ => continue,
        };
        let address = place(&arg.kind, &bytes)?;
        segment.put(arg, &address.to_le_bytes());
    }
    let kernarg = place("kernel arguments", &segment.bytes)?;
    let mut scalars = Vec::new();
    let mut next = SGPR0;
    for data in descriptor.user_data() {
        match data {
            UserData::KernargPointer => scalars.extend(pair(next, kernarg)),
            UserData::DispatchPointer => {
                let packet = dispatch_packet(kernarg, local_bytes, scratch_bytes, request);
                scalars.extend(pair(next, place("dispatch packet", &packet)?));
            }
            UserData::QueuePointer => scalars.extend(pair(next, place("queue", &queue())?)),
            UserData::PrivateSegmentSize => scalars.push((next, scratch_bytes)),
            // Scratch memory needs no setting up on these machines, and the first dispatch of a
            // queue has number zero.
            UserData::PrivateSegmentBuffer | UserData::FlatScratchInit | UserData::DispatchId => {}
        }
        next = next.plus(data.registers());
    }
    let rsrc2 = Rsrc2(descriptor.rsrc2);
    let (workgroup_ids, workgroup_info) = system_registers(rsrc2, target);
    let mode = mode(descriptor.rsrc1, target);
    Ok(Plan {
        start: Start {
            scalars,
            workgroup_ids,
            ids_in_ttmp: target.generation().ids_in_ttmp,
            workgroup_info,
            threads: Threads::Packed(rsrc2.thread_dimensions()),
            mode,
        },
        entry: kernel.entry,
        lanes: descriptor.lanes(),
        mode,
        cu_mode: descriptor.rsrc1 >> WGP_MODE & 1 == 0,
        granted: Some(descriptor.vectors()),
        local_bytes,
        scratch_bytes,
    })
}

/// Workgroup ids follow the user registers, each only if it is asked for, unless they are
/// in trap registers.
pub(super) fn system_registers(rsrc2: Rsrc2, target: Target) -> (Vec<(SReg, usize)>, Option<SReg>) {
    let mut next = SGPR0.plus(rsrc2.user_sgprs());
    let mut ids = Vec::new();
    if target.generation().ids_in_ttmp {
        return (ids, None);
    }
    for dimension in 0..3 {
        if rsrc2.workgroup_id(dimension) {
            ids.push((next, dimension as usize));
            next = next.plus(1);
        }
    }
    (ids, rsrc2.workgroup_info().then_some(next))
}

/// Kernel files without a descriptor: the kernarg pointer is in `s[0:1]`, every id is there.
pub(crate) fn plan_without_descriptor(
    entry: u64,
    uses: Uses,
    target: Target,
    request: &LaunchRequest<'_>,
    memory: &mut dyn Allocator,
) -> Result<Plan, Diagnostic> {
    const KERNARG_POINTER: u16 = 1 << 3;
    const WAVE32: u16 = 1 << 10;
    /// Two user registers, three workgroup ids, three thread ids.
    const RSRC2: u32 = 2 << 1 | 7 << 7 | 2 << 11;
    let scratch = if uses.scratch {
        super::sim::SCRATCH_BYTES as u32
    } else {
        0
    };
    let kernel = Kernel {
        descriptor: Descriptor {
            private_bytes: if request.key("scratch").is_some() {
                0
            } else {
                scratch
            },
            group_bytes: if request.key("lds").is_some() || !uses.local {
                0
            } else {
                super::sim::LDS_BYTES as u32
            },
            rsrc2: RSRC2,
            properties: KERNARG_POINTER | if request.wave == 32 { WAVE32 } else { 0 },
            ..Descriptor::default()
        },
        entry,
        args: None,
    };
    let mut plan = plan(&kernel, target, request, memory)?;
    plan.mode = DEFAULT_MODE;
    plan.granted = None;
    plan.start.mode = DEFAULT_MODE;
    if !target.generation().ids_in_ttmp {
        // Compilers pad user data so that the ids end at s15: they are there as well, so that
        // what a compiler wrote can be pasted in without its descriptor.
        let dimensions = request.launch.global_dims as u16;
        let first = LAST_PADDED + 1 - dimensions;
        let padded = (0..dimensions).map(|d| (SGPR0.plus(first + d), d as usize));
        plan.start.workgroup_ids.extend(padded);
    }
    Ok(plan)
}

fn limit(what: &str, bytes: u32, most: u32) -> Result<(), Diagnostic> {
    if bytes <= most {
        return Ok(());
    }
    let message = format!("the kernel needs {bytes} bytes of {what}; there are {most}");
    Err(Diagnostic::error("too-large", message))
}

/// The packet that a host would have put in the queue.
fn dispatch_packet(
    kernarg: u64,
    local_bytes: u32,
    scratch_bytes: u32,
    request: &LaunchRequest<'_>,
) -> [u8; 64] {
    /// A kernel dispatch with system-wide fences.
    const HEADER: u16 = 2 | 2 << 9 | 2 << 11;
    let launch = &request.launch;
    let mut packet = [0; 64];
    let mut put = |at: usize, bytes: &[u8]| packet[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &HEADER.to_le_bytes());
    put(
        2,
        &(launch.local_dims.max(launch.global_dims) as u16).to_le_bytes(),
    );
    for i in 0..3 {
        put(4 + 2 * i, &(launch.local[i] as u16).to_le_bytes());
        let threads = launch.global[i].saturating_mul(launch.local[i]);
        put(12 + 4 * i, &threads.to_le_bytes());
    }
    put(24, &scratch_bytes.to_le_bytes());
    put(28, &local_bytes.to_le_bytes());
    put(40, &kernarg.to_le_bytes());
    packet
}

/// What code reads from the queue: the high halves of the apertures.
fn queue() -> [u8; 256] {
    let apertures = apertures();
    let mut queue = [0; 256];
    let high = |address: u64| ((address >> 32) as u32).to_le_bytes();
    queue[0x40..0x44].copy_from_slice(&high(apertures.local.start));
    queue[0x44..0x48].copy_from_slice(&high(apertures.private.start));
    queue
}
