//! Program flow, waits and messages.

use crate::table::prelude::*;

#[rustfmt::skip]
pub static ROWS: &[InstRow] = &[
    //  mnemonic                      format on    code  operands      meaning                                        traits
    row("s_nop",                      Sopp, CDNA, 0x0,  &[SIMM16],    Idle,                                          NONE),
    row("s_endpgm",                   Sopp, CDNA, 0x1,  &[ENDPGM],    End,                                           NONE),
    row("s_branch",                   Sopp, CDNA, 0x2,  &[LABEL],     Jump,                                          NONE),
    row("s_wakeup",                   Sopp, CDNA, 0x3,  &[],          Nothing("Wakes the other waves of the workgroup that sleep."), NONE),
    row("s_cbranch_scc0",             Sopp, CDNA, 0x4,  &[LABEL],     Branch(Scc0),                                  NONE),
    row("s_cbranch_scc1",             Sopp, CDNA, 0x5,  &[LABEL],     Branch(Scc1),                                  NONE),
    row("s_cbranch_vccz",             Sopp, CDNA, 0x6,  &[LABEL],     Branch(VccZero),                               NONE),
    row("s_cbranch_vccnz",            Sopp, CDNA, 0x7,  &[LABEL],     Branch(VccNonZero),                            NONE),
    row("s_cbranch_execz",            Sopp, CDNA, 0x8,  &[LABEL],     Branch(ExecZero),                              NONE),
    row("s_cbranch_execnz",           Sopp, CDNA, 0x9,  &[LABEL],     Branch(ExecNonZero),                           NONE),
    row("s_barrier",                  Sopp, CDNA, 0xa,  &[],          Barrier,                                       NONE),
    row("s_setkill",                  Sopp, CDNA, 0xb,  &[SIMM16],    Kill,                                          NONE),
    row("s_waitcnt",                  Sopp, CDNA, 0xc,  &[WAITCNT],   Wait(Waits::Packed),                           NONE),
    row("s_sethalt",                  Sopp, CDNA, 0xd,  &[SIMM16],    Halt,                                          NONE),
    row("s_sleep",                    Sopp, CDNA, 0xe,  &[SIMM16],    Sleep("Lets other waves run for about 64 cycles times the number."), NONE),
    row("s_setprio",                  Sopp, CDNA, 0xf,  &[SIMM16],    Nothing("Sets how urgent this wave is."),      NONE),
    row("s_sendmsg",                  Sopp, CDNA, 0x10, &[SENDMSG],   Message { halts: false },                      NONE),
    row("s_sendmsghalt",              Sopp, CDNA, 0x11, &[SENDMSG],   Message { halts: true },                       NONE),
    row("s_trap",                     Sopp, CDNA, 0x12, &[SIMM16],    Trap,                                          NONE),
    row("s_icache_inv",               Sopp, CDNA, 0x13, &[],          Nothing("Empties the instruction cache."),     NONE),
    row("s_incperflevel",             Sopp, CDNA, 0x14, &[SIMM16],    Nothing("Counts a performance counter up."),   NONE),
    row("s_decperflevel",             Sopp, CDNA, 0x15, &[SIMM16],    Nothing("Counts a performance counter down."), NONE),
    row("s_ttracedata",               Sopp, CDNA, 0x16, &[],          Nothing("Writes M0 to the thread trace."),     READS_M0),
    row("s_cbranch_cdbgsys",          Sopp, CDNA, 0x17, &[LABEL],     Branch(Debugged("the system's debug flag is")), NONE),
    row("s_cbranch_cdbguser",         Sopp, CDNA, 0x18, &[LABEL],     Branch(Debugged("the user's debug flag is")),  NONE),
    row("s_cbranch_cdbgsys_or_user",  Sopp, CDNA, 0x19, &[LABEL],     Branch(Debugged("either debug flag is")),      NONE),
    row("s_cbranch_cdbgsys_and_user", Sopp, CDNA, 0x1a, &[LABEL],     Branch(Debugged("both debug flags are")),      NONE),
    row("s_endpgm_saved",             Sopp, CDNA, 0x1b, &[],          End,                                           NONE),
    row("s_set_gpr_idx_off",          Sopp, CDNA, 0x1c, &[],          Index(Indexing::Off), NONE),
    row("s_set_gpr_idx_mode",         Sopp, CDNA, 0x1d, &[GPR_INDEX], Index(Indexing::Operands), NONE),
    row("s_endpgm_ordered_ps_done",   Sopp, CDNA, 0x1e, &[],          not_modelled("The wave is done, and the next in order may go on.", "the order of pixels is for graphics"), NONE),
];
