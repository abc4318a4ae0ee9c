//! What WAVE offers to front ends.

use arch::{
    Allocator, Arch, Argument, AsmSource, Assembled, Code, Coverage, DisStyle, KernelInfo,
    LaunchRequest, Loaded, Parameter, RegisterGroup, RegisterPlace, RegisterView, Translation,
};
use isa::{Fidelity, ListingLine, Page};
use kernel::{Key, KeyKind, KeyValue, Schema};
use source::Diagnostic;
use uop::{Apertures, Entry, GroupRegisters, Registers, VReg, WavePlace};

use crate::decode::decode;
use crate::device::{CONSTANT_SIZE, Capability, DeviceProperties};
use crate::dialect::WaveDialect;
use crate::document;
use crate::info;
use crate::load::{WaveKernel, read};
use crate::lower::{Extra, extra, general_registers, predicate, scalar_name, special};
use crate::ptx;
use crate::table::GROUPS;
use crate::table::special::Special;

/// The WAVE instruction set.
pub struct Wave;

const fn bytes(name: &'static str, max: i64, doc: &'static str) -> Key {
    let kind = KeyKind::Integer { min: 0, max };
    Key { name, kind, doc }
}

const fn count(name: &'static str, max: i64, doc: &'static str) -> Key {
    let kind = KeyKind::Integer { min: 1, max };
    Key { name, kind, doc }
}

#[rustfmt::skip]
static SCHEMA: Schema = Schema {
    isa: "wave",
    default_wave: 32,
    wave_sizes: &[16, 32, 64],
    max_workgroup: 1024,
    keys: &[
        bytes("lds", 1 << 24, "bytes of local memory of a workgroup, as `.local`"),
        bytes("shared", 1 << 24, "another name for `lds`"),
        bytes("scratch", 1 << 20, "bytes of private memory of a thread, as `.private`"),
        count("registers", 256, "registers of a thread, as `.registers`"),
        count("max_workgroup", 1024, "the device's MAX_WORKGROUP_SIZE: threads of a workgroup"),
        count("max_registers", 256, "the device's MAX_REGISTERS"),
        bytes("register_file", 1 << 30, "bytes of registers that a core of the device has"),
        bytes("local_memory", 1 << 24, "the device's LOCAL_MEMORY_SIZE"),
        count("max_waves", 1024, "the device's MAX_WAVES_PER_CORE"),
        count("cluster", 16, "the device's CLUSTER_SIZE: workgroups that reach each other's local memory"),
        Key { name: "without", kind: KeyKind::Text, doc: "capabilities that the device lacks, such as \"F16 MMA\"" },
    ],
    bindings: None,
    textures: false,
};

impl Arch for Wave {
    fn title(&self) -> &'static str {
        "WAVE v0.1: a vendor-neutral GPU instruction set with structured divergence"
    }

    fn schema(&self) -> &'static Schema {
        &SCHEMA
    }

    fn dialect(&self) -> Box<dyn isa::Dialect + '_> {
        Box::new(WaveDialect::new(SCHEMA.default_wave))
    }

    fn assemble(&self, text: &AsmSource<'_>) -> Assembled {
        let mut dialect = WaveDialect::new(text.wave);
        let mut assembly = text.assemble(&mut dialect);
        dialect.finish(&mut assembly);
        Assembled::new(assembly, 0, dialect.attributes())
    }

    fn disassemble(&self, bytes: &[u8], _: &DisStyle) -> Result<(String, usize), String> {
        let inst = decode(bytes, 0).map_err(|illegal| illegal.to_string())?;
        Ok((inst.to_string(), inst.len()))
    }

    fn fidelity(&self, bytes: &[u8], _: &DisStyle) -> Fidelity {
        let inst = decode(bytes, 0);
        inst.map_or(Fidelity::Exact, |inst| inst.row.meaning.fidelity())
    }

    fn listing(&self, code: &Code, _: &DisStyle) -> Vec<ListingLine> {
        document::listing(code)
    }

    fn load(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        _: &mut dyn Allocator,
    ) -> Result<Loaded, Diagnostic> {
        let device = device(request)?;
        let mut kernel = read(code, request.kernel, &device)?;
        override_resources(&mut kernel, code, request)?;
        let (grid, block) = (request.launch.global, request.launch.local);
        let fits = kernel.fits(&device, grid, block);
        fits.map_err(|misfit| misfit.at(code, kernel.entry, request))?;
        Ok(Loaded {
            program: kernel.lower(&device).into(),
            entry: kernel.entry(&device),
            lanes: device.wave_width,
            local_bytes: kernel.local_bytes,
            private_bytes: kernel.private_bytes,
            constant: constant_memory(request.args)?.into(),
            flat: Apertures::default(),
            quiet: Vec::new(),
        })
    }

    fn targets(&self) -> &'static [&'static str] {
        &["ptx"]
    }

    fn translate(
        &self,
        _: &str,
        code: &Code,
        request: &LaunchRequest<'_>,
        fast: bool,
    ) -> Result<Translation, Diagnostic> {
        ptx::translate(code, request, ptx::Style { fast })
    }

    fn register_name(&self, register: uop::Operand) -> String {
        match register {
            uop::Operand::Vector(reg, _) => format!("r{}", reg.0),
            uop::Operand::Scalar(reg, _) => scalar_name(reg),
        }
    }

    fn registers(&self, _: &LaunchRequest<'_>, loaded: &Loaded) -> RegisterView {
        let general = (0..general_registers(&loaded.program)).map(VReg);
        let general = general.map(RegisterPlace::Vector);
        let predicates = (0..8).map(|n| RegisterPlace::Mask(predicate(n)));
        RegisterView {
            groups: vec![
                RegisterGroup::numbered("general", "r", general),
                RegisterGroup::numbered("predicate", "p", predicates),
            ],
            ..RegisterView::default()
        }
    }

    fn class(&self, bytes: &[u8], _: &DisStyle) -> Option<(&'static str, usize)> {
        let inst = decode(bytes, 0).ok()?;
        let has = |rows: &[crate::WaveRow]| rows.iter().any(|row| std::ptr::eq(row, inst.row));
        let (name, _) = GROUPS.iter().find(|(_, rows)| has(rows))?;
        Some((name, inst.len()))
    }

    fn chips(&self) -> &'static [&'static str] {
        &["wave"]
    }

    fn parameters(&self, _: &str) -> Vec<Parameter> {
        info::parameters()
    }

    fn info(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        _: Option<&str>,
    ) -> Result<Vec<KernelInfo>, Diagnostic> {
        info::of(self, code, request)
    }

    fn pages(&self) -> Vec<Page> {
        document::pages()
    }

    fn coverage(&self) -> Vec<Coverage> {
        // Every meaning has a lowering, so what is in the table runs.
        let family =
            |&(name, rows): &(&str, &[crate::WaveRow])| Coverage::complete(name, rows.len());
        GROUPS.iter().map(family).collect()
    }
}

/// The device that the header asks for.
pub(crate) fn device(request: &LaunchRequest<'_>) -> Result<DeviceProperties, Diagnostic> {
    let default = DeviceProperties::default();
    let integer = |name: &str, value: u32| request.integer(name, value.into()) as u32;
    let mut device = DeviceProperties {
        wave_width: request.wave,
        max_workgroup_size: integer("max_workgroup", default.max_workgroup_size),
        max_registers: integer("max_registers", default.max_registers),
        register_file_size: integer("register_file", default.register_file_size),
        local_memory_size: integer("local_memory", default.local_memory_size),
        max_waves_per_core: integer("max_waves", default.max_waves_per_core),
        cluster_size: integer("cluster", default.cluster_size),
        capabilities: default.capabilities,
    };
    if let Some(KeyValue::Text(names)) = request.key("without") {
        let words = names.split([',', ' ']).filter(|word| !word.is_empty());
        for word in words {
            let Some(capability) = Capability::from_name(word) else {
                let names = Capability::ALL.iter().map(|capability| capability.name());
                let error = Diagnostic::error(
                    "unknown-capability",
                    format!("there is no capability `{word}`"),
                )
                .maybe_help(source::did_you_mean(word, names));
                return Err(request.point_at(&["without"], "capabilities to do without", error));
            };
            device.capabilities = device.capabilities.without(capability);
        }
    }
    let bad = |error: crate::device::BadDevice| {
        let key = match error.name {
            "WAVE_WIDTH" => "wave",
            "MAX_WORKGROUP_SIZE" => "max_workgroup",
            "MAX_REGISTERS" => "max_registers",
            "LOCAL_MEMORY_SIZE" => "local_memory",
            "MAX_WAVES_PER_CORE" => "max_waves",
            _ => "cluster",
        };
        let told = Diagnostic::error("device", error.to_string());
        request.point_at(&[key], &error.requirement, told)
    };
    device.check().map_err(bad)?;
    Ok(device)
}

/// What the header says counts over what the directives said.
pub(crate) fn override_resources(
    kernel: &mut WaveKernel,
    code: &Code,
    request: &LaunchRequest<'_>,
) -> Result<(), Diagnostic> {
    let key = |names: &[&str]| {
        names.iter().find_map(|name| match request.key(name) {
            Some(KeyValue::Integer(value)) => Some(*value as u32),
            _ => None,
        })
    };
    if let Some(bytes) = key(&["lds", "shared"]) {
        kernel.local_bytes = bytes;
    }
    if let Some(bytes) = key(&["scratch"]) {
        kernel.private_bytes = bytes;
    }
    if let Some(registers) = key(&["registers"]) {
        kernel.check_registers(code, registers)?;
        kernel.registers = registers;
    }
    Ok(())
}

/// Whether an argument reaches the kernel as an address and not as a value.
pub(crate) fn is_address(arg: &Argument<'_>) -> bool {
    !arg.array.shape.is_scalar() || arg.is_output
}

/// One word for each argument: an array's address or a scalar; 64-bit scalars take two.
pub(crate) fn constant_memory(args: &[Argument<'_>]) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    for arg in args {
        let ty = arg.array.ty;
        if is_address(arg) {
            let Ok(address) = u32::try_from(arg.address) else {
                return Err(Diagnostic::error(
                    "address",
                    format!(
                        "{} lies above 4 GiB, out of reach of 32-bit addresses",
                        arg.name
                    ),
                ));
            };
            bytes.extend(address.to_le_bytes());
            continue;
        }
        let value = &arg.array.data[..ty.size()];
        let negative = value.last().is_some_and(|byte| byte & 0x80 != 0);
        let fill = if ty.is_signed() && !ty.is_float() && negative {
            0xff
        } else {
            0
        };
        bytes.extend(value);
        let padded = bytes.len().next_multiple_of(4);
        bytes.resize(padded, fill);
    }
    if bytes.len() > CONSTANT_SIZE {
        let error = Diagnostic::error(
            "too-many-arguments",
            format!("the arguments take more than the {CONSTANT_SIZE} bytes of constant memory"),
        );
        return Err(match args.last() {
            Some(arg) => arg.point_at("one too many", error),
            None => error,
        });
    }
    bytes.resize(CONSTANT_SIZE, 0);
    Ok(bytes)
}

/// Fills the special registers of a new wave.
pub(crate) struct Start {
    pub registers: u16,
    pub cluster_size: u32,
}

impl Entry for Start {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        let extra = |which| extra(self.registers, which);
        for lane in 0..place.lanes {
            let [x, y, z] = place.thread_id(lane);
            registers.set_vector(extra(Extra::TidX), lane, x);
            registers.set_vector(extra(Extra::TidY), lane, y);
            registers.set_vector(extra(Extra::TidZ), lane, z);
            registers.set_vector(extra(Extra::Lane), lane, lane);
        }
        let scalars = [
            (Special::Wave, place.wave),
            (Special::GroupSizeX, place.block[0]),
            (Special::GroupSizeY, place.block[1]),
            (Special::GroupSizeZ, place.block[2]),
            (Special::GridX, place.grid[0]),
            (Special::GridY, place.grid[1]),
            (Special::GridZ, place.grid[2]),
            (Special::Waves, place.waves),
            (Special::WaveWidth, place.lanes),
            (Special::ClusterSize, self.cluster_size),
        ];
        for (which, value) in scalars.into_iter().chain(self.of_group(place)) {
            registers.set_scalar(special(which), value);
        }
    }

    fn enter_next(&self, place: &WavePlace, registers: &mut dyn Registers) {
        for (which, value) in self.of_group(place) {
            registers.set_scalar(special(which), value);
        }
    }

    fn enter_next_all(&self, place: &WavePlace, registers: &mut dyn GroupRegisters) -> bool {
        for (which, value) in self.of_group(place) {
            registers.set_scalar(special(which), value);
        }
        true
    }
}

impl Start {
    /// The special registers that differ between workgroups, and are the same in all waves of one.
    fn of_group(&self, place: &WavePlace) -> [(Special, u32); 4] {
        let cluster = (place.group_index() / u64::from(self.cluster_size)) as u32;
        let [x, y, z] = place.group;
        [
            (Special::GroupX, x),
            (Special::GroupY, y),
            (Special::GroupZ, z),
            (Special::Cluster, cluster),
        ]
    }
}
