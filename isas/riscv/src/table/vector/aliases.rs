//! Other spellings of vector instructions.

use isa::Alias;

#[rustfmt::skip]
pub static ALIASES: &[Alias] = &[
    Alias::new("vneg.v", "{vd}, {vs2}{[, {vm}]}", "vrsub.vx {vd}, {vs2}, zero, {vm}", "Negates.").printed(),
    Alias::new("vnot.v", "{vd}, {vs2}{[, {vm}]}", "vxor.vi {vd}, {vs2}, -1, {vm}", "Complements.").printed(),
    Alias::new("vwcvt.x.x.v", "{vd}, {vs2}{[, {vm}]}", "vwadd.vx {vd}, {vs2}, zero, {vm}", "Sign-extends to twice the width.").printed(),
    Alias::new("vwcvtu.x.x.v", "{vd}, {vs2}{[, {vm}]}", "vwaddu.vx {vd}, {vs2}, zero, {vm}", "Zero-extends to twice the width.").printed(),
    Alias::new("vncvt.x.x.w", "{vd}, {vs2}{[, {vm}]}", "vnsrl.wx {vd}, {vs2}, zero, {vm}", "The lower half of each element.").printed(),
    Alias::new("vfneg.v", "{vd}, {vs2}{[, {vm}]}", "vfsgnjn.vv {vd}, {vs2}, {vs2}, {vm}", "Negates.").printed(),
    Alias::new("vfabs.v", "{vd}, {vs2}{[, {vm}]}", "vfsgnjx.vv {vd}, {vs2}, {vs2}, {vm}", "Absolute value.").printed(),
    Alias::new("vmclr.m", "{vd}", "vmxor.mm {vd}, {vd}, {vd}", "Clears a mask.").printed(),
    Alias::new("vmset.m", "{vd}", "vmxnor.mm {vd}, {vd}, {vd}", "Sets a mask.").printed(),
    Alias::new("vmmv.m", "{vd}, {vs2}", "vmand.mm {vd}, {vs2}, {vs2}", "Copies a mask.").printed(),
    Alias::new("vmcpy.m", "{vd}, {vs2}", "vmand.mm {vd}, {vs2}, {vs2}", "Copies a mask."),
    Alias::new("vmnot.m", "{vd}, {vs2}", "vmnand.mm {vd}, {vs2}, {vs2}", "Complements a mask.").printed(),
    Alias::new("vmsgt.vv", "{vd}, {vs1}, {vs2}{[, {vm}]}", "vmslt.vv {vd}, {vs2}, {vs1}, {vm}", "Mask of greater elements."),
    Alias::new("vmsgtu.vv", "{vd}, {vs1}, {vs2}{[, {vm}]}", "vmsltu.vv {vd}, {vs2}, {vs1}, {vm}", "Mask of greater elements, unsigned."),
    Alias::new("vmsge.vv", "{vd}, {vs1}, {vs2}{[, {vm}]}", "vmsle.vv {vd}, {vs2}, {vs1}, {vm}", "Mask of elements not less."),
    Alias::new("vmsgeu.vv", "{vd}, {vs1}, {vs2}{[, {vm}]}", "vmsleu.vv {vd}, {vs2}, {vs1}, {vm}", "Mask of elements not less, unsigned."),
    Alias::new("vmfgt.vv", "{vd}, {vs1}, {vs2}{[, {vm}]}", "vmflt.vv {vd}, {vs2}, {vs1}, {vm}", "Mask of greater elements."),
    Alias::new("vmfge.vv", "{vd}, {vs1}, {vs2}{[, {vm}]}", "vmfle.vv {vd}, {vs2}, {vs1}, {vm}", "Mask of elements not less."),
    Alias::new("vpopc.m", "{rd}, {vs2}{[, {vm}]}", "vcpop.m {rd}, {vs2}, {vm}", "How many bits are set."),
    Alias::new("vmandnot.mm", "{vd}, {vs2}, {vs1}", "vmandn.mm {vd}, {vs2}, {vs1}", "vs2 and not vs1."),
    Alias::new("vmornot.mm", "{vd}, {vs2}, {vs1}", "vmorn.mm {vd}, {vs2}, {vs1}", "vs2 or not vs1."),
    Alias::new("vfredsum.vs", "{vd}, {vs2}, {vs1}{[, {vm}]}", "vfredusum.vs {vd}, {vs2}, {vs1}, {vm}", "Sum."),
    Alias::new("vfwredsum.vs", "{vd}, {vs2}, {vs1}{[, {vm}]}", "vfwredusum.vs {vd}, {vs2}, {vs1}, {vm}", "Sum, twice as wide."),
    Alias::new("vle1.v", "{vd}, ({rs1})", "vlm.v {vd}, ({rs1})", "Loads a mask."),
    Alias::new("vse1.v", "{vs3}, ({rs1})", "vsm.v {vs3}, ({rs1})", "Stores a mask."),
    Alias::new("vl1r.v", "{vd}, ({rs1})", "vl1re8.v {vd}, ({rs1})", "Loads a whole register.").printed(),
    Alias::new("vl2r.v", "{vd}, ({rs1})", "vl2re8.v {vd}, ({rs1})", "Loads two whole registers.").printed(),
    Alias::new("vl4r.v", "{vd}, ({rs1})", "vl4re8.v {vd}, ({rs1})", "Loads four whole registers.").printed(),
    Alias::new("vl8r.v", "{vd}, ({rs1})", "vl8re8.v {vd}, ({rs1})", "Loads eight whole registers.").printed(),
];
