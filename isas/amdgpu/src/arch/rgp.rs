//! What the profile of a launch needs to know of its code.

use super::{Amd, descriptor, info, kernel_name};
use crate::code_object::metadata::Metadata;
use crate::code_object::{METADATA, text_of};
use crate::rgp::{self, Capture};
use crate::target::Target;
use arch::{Arch, Code, LaunchRequest, ThreadTrace, WaveRecord};
use source::Diagnostic;

impl ThreadTrace for Amd {
    fn units(&self, code: &Code, request: &LaunchRequest<'_>) -> u32 {
        let resident = info::resident(self, code, request);
        resident.map_or(1, |it| rgp::units(it.numbers.chip, it.whole))
    }

    fn write(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        waves: &[WaveRecord],
    ) -> Result<Vec<u8>, Diagnostic> {
        let metadata = code.attributes.get(METADATA);
        let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
        let name = kernel_name(code, &metadata, request)?;
        let known = name.as_deref();
        let entry = known.and_then(|name| descriptor(code, &metadata, name));
        let resident = info::resident(self, code, request).ok_or_else(|| {
            Diagnostic::error("no-chip", "no cycle model has numbers for this launch")
        })?;
        let text = text_of(code);
        let chip = Target::chips().find(|chip| chip.name == resident.numbers.chip);
        Ok(rgp::write(&Capture {
            target: self.target,
            wave: resident.wave,
            numbers: &resident.numbers,
            whole: resident.whole,
            machine: chip.map_or(self.elf_machine().1, |chip| chip.machine),
            base: code.base,
            bytes: &code.bytes[(text.start - code.base) as usize..(text.end - code.base) as usize],
            text,
            entry: entry.map_or(code.entry, |(_, entry)| entry),
            name: name.as_deref().unwrap_or("kernel"),
            grid: request.launch.global,
            block: request.launch.local,
            waves,
        }))
    }
}
