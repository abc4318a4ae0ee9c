//! What an instruction does, in words.
//!
//! Arithmetic is described by the operations it lowers to, whose documentation says what they
//! compute. Memory instructions have names that are made of parts, and so have their sentences.
//! What remains, control and communication, is a list.

use crate::lower;
use crate::row::{ATOMIC, Format, Row, STORE};
use crate::target::{Target, Wave};

/// A few sentences on what a row does. `example` is an instruction of it, in bytes.
pub(super) fn of(row: &Row, target: Target, example: &[u8]) -> String {
    if let Some((_, sentence)) = NOTES.iter().find(|(name, _)| *name == row.name) {
        return sentence.to_string();
    }
    match row.format {
        Format::Flat | Format::Global | Format::Scratch => vector_memory(row, target),
        Format::Mubuf | Format::Mtbuf => vector_memory(row, target),
        Format::Ds => vector_memory(row, target),
        Format::Smem => scalar_memory(row),
        Format::Mimg | Format::Vsample => image(row),
        Format::Exp => {
            "Sends up to four registers of each lane to the fixed-function hardware.".into()
        }
        Format::Vinterp => {
            "Interpolates a pixel's attribute between the corners of its triangle.".into()
        }
        _ => arithmetic(row, target, example),
    }
}

/// The operations that the instruction becomes, once each.
fn arithmetic(row: &Row, target: Target, example: &[u8]) -> String {
    let options = lower::Options {
        target,
        wave: Wave::W32,
        entry: 0,
        vgprs: 256,
        mode: lower::DEFAULT_MODE,
        apertures: uop::Apertures::default(),
    };
    let Ok(lowered) = lower::lower(example, 0, &options) else {
        return family(row).to_string();
    };
    let mut seen: Vec<op::Op> = vec![];
    for step in &lowered.program.steps {
        let op = match &step.uop {
            uop::Uop::PerLane { op, .. }
            | uop::Uop::Compare { op, .. }
            | uop::Uop::Predicate { op, .. }
            | uop::Uop::Scalar { op, .. }
            | uop::Uop::ScalarFlag { op, .. } => *op,
            uop::Uop::Modified(modified) => modified.op,
            _ => continue,
        };
        // Moves only carry results to their place.
        let moves = op.name().starts_with("mov_") && !row.name.contains("mov");
        if !seen.contains(&op) && !moves {
            seen.push(op);
        }
    }
    let compare = row.name.starts_with("v_cmp") || row.name.starts_with("s_cmp");
    let mut text = match (row.name, compare) {
        (name, true) if name.starts_with("v_cmpx") => "In every active lane, and into EXEC: ",
        (name, true) if name.starts_with("v_") => "A bit per lane: ",
        (_, true) => "Into SCC: ",
        (name, _) if name.starts_with("v_s_") => "Once for the wave: ",
        (name, _) if name.starts_with("v_") => "In every active lane: ",
        _ => "Once for the wave: ",
    }
    .to_string();
    match seen.as_slice() {
        [] => return family(row).to_string(),
        [op] => text.push_str(op.doc()),
        ops => {
            text.push_str("in steps");
            for op in ops {
                let first = op.doc().lines().next().unwrap_or("");
                text.push_str(&format!("\n  {}: {first}", op.name()));
            }
        }
    }
    text
}

/// What can be said of an instruction by its name alone.
fn family(row: &Row) -> &'static str {
    let name = row.name;
    let has = |part: &str| name.contains(part);
    if has("swmmac") {
        "Multiplies a sparse matrix, whose two nonzero of four values an index names, with a dense one \
         and adds to the destination; the whole wave holds the matrices together."
    } else if has("wmma") {
        "Multiplies two matrices and adds a third; the whole wave holds them together."
    } else if has("dot") {
        "Multiplies pair by pair, adds up, and adds the third source."
    } else if has("permlane") || has("swap") {
        "Exchanges registers between lanes."
    } else if has("readlane") || has("readfirstlane") {
        "Copies one lane of a vector register to a scalar register."
    } else if has("writelane") {
        "Writes one lane of a vector register."
    } else if has("movrel") {
        "Moves a register whose number is counted from M0."
    } else if has("saveexec") {
        "The destination becomes EXEC, and EXEC the result of the operation with the source; SCC says whether a lane is left."
    } else if has("wrexec") {
        "EXEC and the destination become the result of the operation; SCC says whether a lane is left."
    } else if name.starts_with("v_cmp_f_") || name.starts_with("v_cmpx_f_") {
        "A bit per lane that is never set."
    } else if name.starts_with("v_cmp_t_") || name.starts_with("v_cmpx_t_") {
        "A bit per active lane that is always set."
    } else if name.starts_with("v_dual") {
        "One half of a pair of vector instructions that run at once."
    } else if has("mask") || has("carry") || has("_co_") {
        "In every active lane, with a bit per lane as carry or condition."
    } else {
        ""
    }
}

/// A width or type in a name.
const KINDS: &[(&str, &str)] = &[
    ("u8", "an unsigned byte"),
    ("i8", "a signed byte"),
    ("b8", "a byte"),
    ("u16", "an unsigned 16-bit number"),
    ("i16", "a signed 16-bit number"),
    ("b16", "16 bits"),
    ("b32", "32 bits"),
    ("b64", "64 bits"),
    ("b96", "96 bits"),
    ("b128", "128 bits"),
    ("x", "one component"),
    ("xy", "two components"),
    ("xyz", "three components"),
    ("xyzw", "four components"),
];

/// What an atomic does to memory, by the part of its name.
const ATOMICS: &[(&str, &str)] = &[
    (
        "cmpswap",
        "becomes the first data value if it equals the second",
    ),
    (
        "cmpstore",
        "becomes the second data value if it equals the first",
    ),
    ("storexchg", "becomes the data"),
    ("swap", "becomes the data"),
    ("rsub", "becomes the data minus itself"),
    ("csub", "becomes itself minus the data, not less than 0"),
    (
        "sub_clamp",
        "becomes itself minus the data, not less than 0",
    ),
    (
        "cond_sub",
        "becomes itself minus the data unless that is less than 0",
    ),
    ("pk_add", "becomes the sum, half by half"),
    ("add", "becomes the sum"),
    ("sub", "becomes itself minus the data"),
    ("min", "becomes the smaller"),
    ("max", "becomes the larger"),
    ("and", "becomes the conjunction of the bits"),
    ("or", "becomes the disjunction of the bits"),
    (
        "mskor",
        "loses the bits of the first data value and gains those of the second",
    ),
    ("xor", "becomes the exclusive disjunction of the bits"),
    ("inc", "counts up, and to 0 from the data on"),
    (
        "dec",
        "counts down, and to the data from 0 or above the data",
    ),
];

fn vector_memory(row: &Row, target: Target) -> String {
    let space = match row.format {
        Format::Flat => "flat memory",
        Format::Global => "global memory",
        Format::Scratch => "the lane's private memory",
        Format::Ds => "local memory",
        _ => "a buffer",
    };
    let parts: Vec<&str> = row.name.split('_').collect();
    let what = parts
        .iter()
        .rev()
        .find_map(|part| KINDS.iter().find(|(name, _)| name == part))
        .map_or("a value", |(_, what)| what);
    let has = |part: &str| parts.contains(&part);
    let mut text = if has("load") || has("read") {
        format!("Loads {what} from {space} in every active lane")
    } else if row.has(STORE) || has("store") && !has("storexchg") {
        format!("Stores {what} to {space} in every active lane")
    } else {
        let padded = format!("{}_", row.name);
        let effect = ATOMICS
            .iter()
            .find(|(name, _)| padded.contains(&format!("_{name}_")))
            .map(|(_, effect)| *effect);
        match effect {
            Some(effect) => {
                let returns = match row.format {
                    Format::Ds if has("rtn") => " The old value is returned.",
                    Format::Ds => "",
                    _ if target.is_rdna4() => {
                        " With `th:TH_ATOMIC_RETURN` the old value is returned."
                    }
                    _ => " With `glc` the old value is returned.",
                };
                return format!(
                    "The value at every active lane's address in {space} {effect}, in one piece.{returns}"
                );
            }
            None if row.has(ATOMIC) => return format!("Changes {space} in one piece."),
            None => return format!("Works on {space}."),
        }
    };
    if has("format") {
        text.push_str(", converted as the buffer's format says");
    }
    match (has("d16"), has("hi")) {
        (true, true) => text.push_str(", in the upper half of the register"),
        (true, false) => text.push_str(", in the lower half of the register"),
        _ => {}
    }
    match (has("2addr"), has("stride64")) {
        (true, true) => text.push_str(", twice: the offsets count 64 elements"),
        (true, false) => text.push_str(", twice: the offsets count elements"),
        _ => {}
    }
    if has("addtid") {
        text.push_str("; the lane's number times four is added to the address");
    }
    text.push('.');
    text
}

fn scalar_memory(row: &Row) -> String {
    let last = row.name.rsplit('_').next().unwrap_or("");
    let kind = KINDS.iter().find(|(name, _)| *name == last);
    match kind {
        Some((_, what)) => format!("Loads {what} into scalar registers, once for the wave."),
        None if row.name.starts_with("s_load") || row.name.starts_with("s_buffer_load") => {
            let bits = last.trim_start_matches('b');
            format!("Loads {bits} bits into consecutive scalar registers, once for the wave.")
        }
        None if row.name.contains("prefetch") => "Brings memory into a cache ahead of use.".into(),
        None if row.name.contains("probe") => "Asks whether an address can be used.".into(),
        None => "Keeps caches in step with memory; memory is always coherent here.".into(),
    }
}

fn image(row: &Row) -> String {
    let has = |part: &str| row.name.contains(part);
    if has("bvh") {
        "Tests a ray against a node of a bounding volume hierarchy."
    } else if has("sample") {
        "Samples an image: looks texels up and filters them."
    } else if has("gather") {
        "Fetches one component of the four texels around a point."
    } else if has("atomic") {
        "Changes a texel in one piece."
    } else if has("store") {
        "Writes a texel."
    } else if has("get") {
        "Asks for a property of an image."
    } else {
        "Reads a texel."
    }
    .into()
}

/// Control, waiting and communication.
#[rustfmt::skip]
const NOTES: &[(&str, &str)] = &[
    ("s_nop",                   "Does nothing for as many cycles as the number says, plus one."),
    ("s_endpgm",                "The wave is done."),
    ("s_branch",                "Goes on at the label."),
    ("s_cbranch_scc0",          "Goes on at the label if SCC is 0."),
    ("s_cbranch_scc1",          "Goes on at the label if SCC is 1."),
    ("s_cbranch_vccz",          "Goes on at the label if no bit of VCC is set."),
    ("s_cbranch_vccnz",         "Goes on at the label if a bit of VCC is set."),
    ("s_cbranch_execz",         "Goes on at the label if no lane is active."),
    ("s_cbranch_execnz",        "Goes on at the label if a lane is active."),
    ("s_barrier",               "Waits until every wave of the workgroup is here."),
    ("s_barrier_signal",        "Says that this wave has come to a barrier."),
    ("s_barrier_signal_isfirst", "Says that this wave has come to a barrier; SCC says whether it was the first."),
    ("s_barrier_wait",          "Waits until every wave has signalled the barrier."),
    ("s_barrier_leave",         "Leaves a barrier that others go on to use."),
    ("s_barrier_init",          "Sets up a named barrier for a number of waves."),
    ("s_barrier_join",          "Makes this wave a member of a named barrier."),
    ("s_get_barrier_state",     "Reads how many waves a barrier has and how many have come."),
    ("s_waitcnt",               "Waits until each counter is at most its number: vmcnt for vector loads, lgkmcnt for local, scalar and message operations, expcnt for exports."),
    ("s_waitcnt_vscnt",         "Waits until at most so many vector stores are outstanding."),
    ("s_waitcnt_vmcnt",         "Waits until at most so many vector loads are outstanding."),
    ("s_waitcnt_lgkmcnt",       "Waits until at most so many local and scalar operations are outstanding."),
    ("s_waitcnt_expcnt",        "Waits until at most so many exports are outstanding."),
    ("s_wait_loadcnt",          "Waits until at most so many vector loads are outstanding."),
    ("s_wait_storecnt",         "Waits until at most so many vector stores are outstanding."),
    ("s_wait_dscnt",            "Waits until at most so many local memory operations are outstanding."),
    ("s_wait_kmcnt",            "Waits until at most so many scalar loads and messages are outstanding."),
    ("s_wait_samplecnt",        "Waits until at most so many image samples are outstanding."),
    ("s_wait_bvhcnt",           "Waits until at most so many ray tests are outstanding."),
    ("s_wait_expcnt",           "Waits until at most so many exports are outstanding."),
    ("s_wait_loadcnt_dscnt",    "Waits for vector loads and local memory operations at once."),
    ("s_wait_storecnt_dscnt",   "Waits for vector stores and local memory operations at once."),
    ("s_wait_idle",             "Waits until nothing is outstanding."),
    ("s_wait_alu",              "Waits for results that the next instructions depend on; a hint of timing."),
    ("s_waitcnt_depctr",        "Waits for results that the next instructions depend on; a hint of timing."),
    ("s_wait_event",            "Waits for an event outside the wave."),
    ("s_delay_alu",             "Says how far away the instructions are whose results come next; a hint of timing."),
    ("s_clause",                "Says that the next memory instructions belong together; a hint."),
    ("s_sleep",                 "Lets other waves run for about 64 cycles times the number."),
    ("s_sleep_var",             "Lets other waves run for about 64 cycles times the register."),
    ("s_setprio",               "Sets how urgent this wave is."),
    ("s_sendmsg",               "Sends a message to the fixed-function hardware or the host."),
    ("s_sendmsghalt",           "Sends a message and stops."),
    ("s_sendmsg_rtn_b32",       "Asks the system for a value."),
    ("s_sendmsg_rtn_b64",       "Asks the system for a value."),
    ("s_getpc_b64",             "The address of the next instruction."),
    ("s_setpc_b64",             "Goes on at the address in a register pair."),
    ("s_swappc_b64",            "Goes on at the address in a register pair and keeps the address of the next instruction: a call."),
    ("s_call_b64",              "Keeps the address of the next instruction and goes on at the label: a call."),
    ("s_rfe_b64",               "Returns from a trap handler."),
    ("s_trap",                  "Enters the trap handler."),
    ("s_sethalt",               "Stops the wave, or lets it go on."),
    ("s_setkill",               "Ends the wave."),
    ("s_getreg_b32",            "Reads bits of a hardware register."),
    ("s_setreg_b32",            "Writes bits of a hardware register."),
    ("s_setreg_imm32_b32",      "Writes bits of a hardware register with a number."),
    ("s_round_mode",            "Sets how floating-point results are rounded."),
    ("s_denorm_mode",           "Sets whether denormal numbers are kept or flushed."),
    ("s_code_end",              "Fills the space after a program; never reached."),
    ("s_icache_inv",            "Empties the instruction cache."),
    ("s_version",               "Names the code's version for tools; does nothing."),
    ("s_ttracedata",            "Writes M0 to the thread trace."),
    ("s_ttracedata_imm",        "Writes a number to the thread trace."),
    ("s_incperflevel",          "Counts a performance counter up."),
    ("s_decperflevel",          "Counts a performance counter down."),
    ("s_set_inst_prefetch_distance", "Sets how far ahead instructions are fetched."),
    ("s_alloc_vgpr",            "Asks for another number of vector registers; SCC says whether it was granted."),
    ("s_subvector_loop_begin",  "Begins a loop over the two halves of a wide wave: keeps one half of EXEC and goes to the label if it is empty."),
    ("s_subvector_loop_end",    "Goes back to the label for the other half of a wide wave, or restores EXEC."),
    ("s_cbranch_cdbgsys",       "Goes on at the label if the system's debug flag is set."),
    ("s_cbranch_cdbguser",      "Goes on at the label if the user's debug flag is set."),
    ("s_cbranch_cdbgsys_or_user", "Goes on at the label if either debug flag is set."),
    ("s_cbranch_cdbgsys_and_user", "Goes on at the label if both debug flags are set."),
    ("s_endpgm_saved",          "The wave is done; its state was saved and will be restored."),
    ("s_endpgm_ordered_ps_done", "The wave is done, and the next in order may go on."),
    ("s_wakeup",                "Wakes the other waves of the workgroup that sleep."),
    ("v_illegal",               "No instruction: reaching it is an error."),
    ("v_nop",                   "Does nothing."),
    ("v_pipeflush",             "Lets the vector pipeline run empty."),
    ("lds_direct_load",         "Broadcasts a local memory word to every lane."),
    ("lds_param_load",          "Loads a pixel attribute of the triangle's corners."),
    ("ds_direct_load",          "Broadcasts a local memory word to every lane."),
    ("ds_param_load",           "Loads a pixel attribute of the triangle's corners."),
    ("ds_swizzle_b32",          "Exchanges values between lanes by a pattern in the offset; local memory is not touched."),
    ("ds_permute_b32",          "Sends each lane's value to the lane that its address names, in bytes; local memory is not touched."),
    ("ds_bpermute_b32",         "Fetches the value of the lane that each lane's address names, in bytes; local memory is not touched."),
    ("ds_bpermute_fi_b32",      "Fetches the value of the lane that each lane's address names, active or not; local memory is not touched."),
    ("ds_append",               "Adds the number of active lanes to a counter and gives all of them the old value."),
    ("ds_consume",              "Subtracts the number of active lanes from a counter and gives all of them the old value."),
    ("ds_nop",                  "Does nothing."),
    ("global_inv",              "Empties caches up to a scope; memory is always coherent here."),
    ("global_wb",               "Writes caches back up to a scope; memory is always coherent here."),
    ("global_wbinv",            "Writes caches back and empties them; memory is always coherent here."),
    ("buffer_gl0_inv",          "Empties the lane's cache; memory is always coherent here."),
    ("buffer_gl1_inv",          "Empties the shared cache; memory is always coherent here."),
];
