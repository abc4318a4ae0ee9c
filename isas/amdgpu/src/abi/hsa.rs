//! `abi = hsa`: kernels are started as AMD's runtime starts them.

use super::arguments::{natural_layout, segment};
use super::grid::{Grid, queue};
use super::{MAX_SCRATCH, Plan, Start, Threads, Uses, WGP_MODE, pair};
use crate::code_object::descriptor::{Descriptor, Rsrc2, UserData, mode};
use crate::code_object::metadata::KernelArg;
use crate::hostcall::{self, Desk, HostCalls};
use crate::lower::DEFAULT_MODE;
use crate::lower::registers::SGPR0;
use crate::printf;
use crate::target::Target;
use arch::{Allocator, LaunchRequest};
use source::Diagnostic;
use std::sync::Arc;
use uop::SReg;

/// Scratch memory for kernels whose compiler could not tell how much they need.
const DYNAMIC_STACK: u32 = 16 << 10;
/// The argument that points to where text goes, and what messages call that.
pub(crate) const TEXT_BUFFER: &str = "hidden_printf_buffer";
/// Room for text in a run from the command line.
const TEXT_BYTES: usize = 1 << 20;
/// Room for a service that is not there.
const SERVICE_BYTES: usize = 4096;
/// The arguments that point to where the host is asked, and to what counts the memory that kernels allocate.
const HOST_CALLS: &str = "hidden_hostcall_buffer";
const HEAP: &str = "hidden_heap_v1";
/// The argument that points to what [`Grid::barrier`] gives.
pub(crate) const GRID_BARRIER: &str = "hidden_multigrid_sync_arg";
/// What messages call the place where the host writes down what kernels print.
pub(crate) const HOST_TEXT: &str = "text for the host";
/// Memory that kernels can allocate in a run from the command line: as much of these as fits. It is not touched
/// before they do.
const HEAP_BYTES: [u64; 4] = [64 << 20, 16 << 20, 8 << 20, 4 << 20];
/// The registers up to which compilers pad user data on RDNA 3, so that workgroup ids end there.
const LAST_PADDED: u16 = 15;

/// A kernel with its descriptor, and with its arguments where a compiler listed them.
pub(crate) struct Kernel<'a> {
    pub descriptor: Descriptor,
    pub entry: u64,
    pub args: Option<&'a [KernelArg]>,
    /// There are texts that it could print.
    pub prints: bool,
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
    let mut segment = segment(layout, descriptor.kernarg_bytes, group_bytes, request)?;
    let local_bytes = group_bytes
        .saturating_add(segment.dynamic_local)
        .max(request.integer("lds", 0) as u32);
    let scratch_bytes = scratch_bytes(descriptor).max(request.integer("scratch", 0) as u32);
    check_vectors(descriptor, target)?;
    limit("local memory", local_bytes, target.generation().local_bytes)?;
    limit("scratch memory per lane", scratch_bytes, MAX_SCRATCH)?;

    let mut host = host_calls(layout, memory)?;
    let mut place = |name: &str, bytes: &[u8]| {
        let placed = memory.place(name, bytes);
        placed.map_err(|why| Diagnostic::error("out-of-memory", why))
    };
    let grid = Grid::of_request(request)?;
    for arg in layout {
        // A buffer for text that says it is full, a heap without anything in it: who asks for a
        // service finds that there is none, instead of reading through a null pointer.
        let bytes = match arg.kind.as_str() {
            HOST_CALLS => {
                let buffer = host.as_ref().map_or(0, |host| host.buffer());
                segment.put(arg, &buffer.to_le_bytes());
                continue;
            }
            HEAP if host.is_some() => vec![0; hostcall::CONTROL_BYTES as usize],
            TEXT_BUFFER if kernel.prints => printf::buffer(TEXT_BYTES),
            TEXT_BUFFER | HEAP => vec![0; SERVICE_BYTES],
            "hidden_queue_ptr" => queue().to_vec(),
            GRID_BARRIER => grid.barrier().to_vec(),
            _ => continue,
        };
        let address = place(&arg.kind, &bytes)?;
        segment.put(arg, &address.to_le_bytes());
    }
    let kernarg = place("kernel arguments", &segment.bytes)?;
    let scalars = scalars(descriptor, scratch_bytes, |data| match data {
        UserData::KernargPointer => Ok(kernarg),
        UserData::DispatchPointer => {
            let packet = grid.packet(grid.local, kernarg, local_bytes, scratch_bytes);
            place("dispatch packet", &packet)
        }
        _ => place("queue", &queue()),
    })?;
    if let Some(host) = host
        .as_mut()
        .filter(|_| layout.iter().any(|arg| arg.kind == HEAP))
    {
        let mut sizes = HEAP_BYTES.into_iter();
        let heap = sizes.find_map(|bytes| Some((memory.reserve("heap", bytes).ok()?, bytes)));
        host.give_heap(heap.map_or(0..0, |(start, bytes)| start..start + bytes));
    }
    Ok(Plan {
        host: host.map(Arc::new),
        ..finish(kernel, target, scalars, local_bytes, scratch_bytes)
    })
}

/// Where waves ask the host, if the kernel has a place for that.
fn host_calls(
    layout: &[KernelArg],
    memory: &mut dyn Allocator,
) -> Result<Option<HostCalls>, Diagnostic> {
    let has = |kind: &str| layout.iter().any(|arg| arg.kind == kind);
    if !has(HOST_CALLS) {
        return Ok(None);
    }
    let mut reserve = |name: &str, bytes: u64| {
        let reserved = memory.reserve(name, bytes);
        reserved.map_err(|why| Diagnostic::error("out-of-memory", why))
    };
    let desk = Desk {
        log: reserve(HOST_TEXT, hostcall::LOG_BYTES)?,
        taken: match has(HEAP) {
            true => reserve("parts of the heap", hostcall::TAKEN_BYTES)?,
            false => 0,
        },
        heap: 0..0,
    };
    let buffer = reserve("calls of the host", hostcall::FEW_BYTES)?;
    let host = HostCalls::in_memory(buffer, desk);
    // There is no host where its buffer cannot be made.
    let written = memory.write(buffer, &host.start());
    Ok(written.is_ok().then_some(host))
}

/// A kernel cannot have more registers than there are.
pub(crate) fn check_vectors(descriptor: &Descriptor, target: Target) -> Result<(), Diagnostic> {
    let granted = descriptor.granted(target);
    let (vectors, most) = (
        granted.vectors + granted.accumulation,
        target.generation().vgprs,
    );
    if vectors <= most {
        return Ok(());
    }
    let message = format!("the kernel asks for {vectors} vector registers; there are {most}");
    Err(Diagnostic::error("too-large", message))
}

/// Scratch memory of a lane.
pub(crate) fn scratch_bytes(descriptor: &Descriptor) -> u32 {
    match descriptor.has_dynamic_stack() {
        true => descriptor.private_bytes.saturating_add(DYNAMIC_STACK),
        false => descriptor.private_bytes,
    }
}

/// The scalar registers that a descriptor asks for; `address` says where the arguments, the packet
/// and the queue are.
pub(crate) fn scalars<E>(
    descriptor: &Descriptor,
    scratch_bytes: u32,
    mut address: impl FnMut(UserData) -> Result<u64, E>,
) -> Result<Vec<(SReg, u32)>, E> {
    let mut scalars = Vec::new();
    let mut next = SGPR0;
    for data in descriptor.user_data() {
        match data {
            UserData::KernargPointer | UserData::DispatchPointer | UserData::QueuePointer => {
                scalars.extend(pair(next, address(data)?));
            }
            UserData::PrivateSegmentSize => scalars.push((next, scratch_bytes)),
            // Scratch memory needs no setting up on these machines, and the first dispatch of a
            // queue has number zero.
            UserData::PrivateSegmentBuffer | UserData::FlatScratchInit | UserData::DispatchId => {}
        }
        next = next.plus(data.registers());
    }
    Ok(scalars)
}

/// The plan of a kernel whose waves find these scalars.
pub(crate) fn finish(
    kernel: &Kernel<'_>,
    target: Target,
    scalars: Vec<(SReg, u32)>,
    local_bytes: u32,
    scratch_bytes: u32,
) -> Plan {
    let rsrc2 = Rsrc2(kernel.descriptor.rsrc2);
    let (workgroup_ids, workgroup_info) = system_registers(rsrc2, target);
    let mode = mode(kernel.descriptor.rsrc1, target);
    Plan {
        start: Start {
            scalars,
            workgroup_ids,
            first_group: [0; 3],
            ids_in_ttmp: target.generation().ids_in_ttmp,
            workgroup_info,
            threads: Threads::Packed(rsrc2.thread_dimensions()),
            mode,
        },
        entry: kernel.entry,
        lanes: target.wave(kernel.descriptor.lanes()).lanes(),
        mode,
        cu_mode: kernel.descriptor.rsrc1 >> WGP_MODE & 1 == 0,
        granted: Some(kernel.descriptor.granted(target)),
        local_bytes,
        scratch_bytes,
        host: None,
    }
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
        prints: false,
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

pub(crate) fn limit(what: &str, bytes: u32, most: u32) -> Result<(), Diagnostic> {
    if bytes <= most {
        return Ok(());
    }
    let message = format!("the kernel needs {bytes} bytes of {what}; there are {most}");
    Err(Diagnostic::error("too-large", message))
}
