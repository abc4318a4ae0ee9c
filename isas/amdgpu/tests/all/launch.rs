//! What a wave finds at the start: registers and the kernarg segment, by convention and target.

use arch::{Allocator, Arch, Argument, AsmSource, Code, LaunchRequest, Loaded};
use kernel::{Array, KeyEntry, KeyValue, Shape, Type};
use source::{SourceFile, Span};
use std::collections::{BTreeMap, HashMap};
use uop::{Registers, SReg, VReg, WavePlace};

/// Memory that remembers what was put where.
#[derive(Default)]
struct Placed {
    at: BTreeMap<u64, (String, Vec<u8>)>,
    next: u64,
}

impl Allocator for Placed {
    fn place(&mut self, name: &str, bytes: &[u8]) -> Result<u64, String> {
        self.next += 0x1_0000_1000;
        self.at.insert(self.next, (name.into(), bytes.to_vec()));
        Ok(self.next)
    }

    fn place_at(&mut self, address: u64, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.at.insert(address, (name.into(), bytes.to_vec()));
        Ok(())
    }
}

impl Placed {
    fn find(&self, name: &str) -> (u64, &[u8]) {
        let found = self.at.iter().find(|(_, (own, _))| own == name);
        let (address, (_, bytes)) = found.unwrap_or_else(|| panic!("{name} was not placed"));
        (*address, bytes)
    }
}

/// The registers of one wave.
#[derive(Default)]
struct Wave {
    scalars: HashMap<u16, u32>,
    vectors: HashMap<(u16, u32), u32>,
}

impl Registers for Wave {
    fn set_vector(&mut self, reg: VReg, lane: u32, value: u32) {
        self.vectors.insert((reg.0, lane), value);
    }

    fn set_scalar(&mut self, reg: SReg, value: u32) {
        self.scalars.insert(reg.0, value);
    }
}

impl Wave {
    fn s(&self, n: u16) -> u32 {
        self.scalars.get(&n).copied().unwrap_or(0)
    }

    fn pair(&self, n: u16) -> u64 {
        u64::from(self.s(n)) | u64::from(self.s(n + 1)) << 32
    }

    fn v(&self, n: u16, lane: u32) -> u32 {
        self.vectors.get(&(n, lane)).copied().unwrap_or(0)
    }
}

pub(crate) fn assemble(arch: &dyn Arch, text: &str) -> Code {
    let file = SourceFile::new("test.s", text);
    let assembled = arch.assemble(&AsmSource::whole(&file, 32));
    let diagnostics = &assembled.assembly.diagnostics;
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assembled.code
}

fn array(ty: Type, dims: &[u64], bytes: &[u8]) -> Array {
    let shape = match dims {
        [] => Shape::scalar(),
        _ => Shape::new(dims.to_vec()),
    };
    Array {
        ty,
        shape,
        data: bytes.to_vec(),
    }
}

struct Launched {
    loaded: Loaded,
    memory: Placed,
}

impl Launched {
    /// The wave with number 1 of workgroup (5, 6, 7).
    fn wave(&self) -> Wave {
        let mut wave = Wave::default();
        let place = WavePlace {
            group: [5, 6, 7],
            grid: [8, 8, 8],
            block: [16, 4, 2],
            cluster: 1,
            wave: 1,
            waves: 4,
            lanes: self.loaded.lanes,
        };
        self.loaded.entry.enter(&place, &mut wave);
        wave
    }
}

fn launch(
    arch: &dyn Arch,
    code: &Code,
    arrays: &[(&str, Array)],
    keys: &[(&'static str, KeyValue)],
) -> Result<Launched, source::Diagnostic> {
    let args: Vec<Argument<'_>> = (arrays.iter().enumerate())
        .map(|(i, (name, array))| Argument {
            name,
            array,
            address: 0x2000_0000 + 0x1000 * i as u64,
            is_output: name.starts_with("out_"),
            span: None,
        })
        .collect();
    let keys: Vec<KeyEntry> = (keys.iter())
        .map(|(name, value)| KeyEntry {
            name,
            value: value.clone(),
            span: Span::default(),
        })
        .collect();
    let request = LaunchRequest {
        args: &args,
        keys: &keys,
        launch: kernel::Launch {
            local: [16, 4, 2],
            global: [8, 8, 8],
            local_dims: 3,
            global_dims: 3,
        },
        wave: 32,
        ..LaunchRequest::default()
    };
    let mut memory = Placed::default();
    let loaded = arch.load(code, &request, &mut memory)?;
    Ok(Launched { loaded, memory })
}

const KERNEL: &str = "
.text
.globl k
.p2align 8
k:
    s_endpgm
.section .rodata,\"a\",@progbits
.p2align 6
.amdhsa_kernel k
    .amdhsa_group_segment_fixed_size 256
    .amdhsa_private_segment_fixed_size 64
    .amdhsa_kernarg_size 304
    .amdhsa_user_sgpr_count 13
    .amdhsa_user_sgpr_dispatch_ptr 1
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_user_sgpr_private_segment_size 1
    .amdhsa_system_sgpr_workgroup_id_x 1
    .amdhsa_system_sgpr_workgroup_id_y 0
    .amdhsa_system_sgpr_workgroup_id_z 1
    .amdhsa_system_vgpr_workitem_id 1
    .amdhsa_float_denorm_mode_32 3
    .amdhsa_next_free_vgpr 1
    .amdhsa_next_free_sgpr 1
.end_amdhsa_kernel
.text
.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - { .name: p, .offset: 0, .size: 8, .value_kind: global_buffer }
      - { .name: n, .offset: 8, .size: 2, .value_kind: by_value }
      - { .name: v, .offset: 16, .size: 16, .value_kind: by_value }
      - { .name: t, .offset: 32, .size: 4, .value_kind: dynamic_shared_pointer }
      - { .offset: 40, .size: 4, .value_kind: hidden_block_count_x }
      - { .offset: 54, .size: 2, .value_kind: hidden_group_size_y }
      - { .offset: 104, .size: 2, .value_kind: hidden_grid_dims }
      - { .offset: 160, .size: 4, .value_kind: hidden_dynamic_lds_size }
      - { .offset: 236, .size: 4, .value_kind: hidden_shared_base }
    .name: k
    .symbol: k.kd
    .kernarg_segment_size: 304
...
.end_amdgpu_metadata
";

fn arguments() -> Vec<(&'static str, Array)> {
    vec![
        ("out_p", array(Type::F32, &[4], &[0; 16])),
        ("n", array(Type::I16, &[], &[0x34, 0x12])),
        ("v", array(Type::U8, &[16], &[7; 16])),
        ("t", array(Type::U32, &[], &1000u32.to_le_bytes())),
    ]
}

#[test]
fn a_compiled_kernel_starts_as_its_descriptor_says() {
    let code = assemble(&amdgpu::RDNA3, KERNEL);
    let launched = launch(&amdgpu::RDNA3, &code, &arguments(), &[]).unwrap();
    let (kernarg, bytes) = launched.memory.find("kernel arguments");
    let (packet, dispatch) = launched.memory.find("dispatch packet");
    let wave = launched.wave();
    assert_eq!(wave.pair(0), packet);
    assert_eq!(wave.pair(2), kernarg);
    assert_eq!(wave.s(4), 64, "scratch per lane");
    assert_eq!((wave.s(13), wave.s(14)), (5, 7), "workgroup ids x and z");
    // Threads 32 to 63 of a block of 16 by 4 by 2; z is not asked for.
    assert_eq!(wave.v(0, 3), 3 | 2 << 10);
    assert_eq!(wave.v(0, 31), 15 | 3 << 10);
    assert_eq!(launched.loaded.lanes, 32);
    assert_eq!(launched.loaded.private_bytes, 64);
    assert_eq!(launched.loaded.local_bytes, 256 + 1000);

    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(word(0), 0x2000_0000);
    assert_eq!(word(8), 0x1234);
    assert_eq!(bytes[16..32], [7; 16]);
    assert_eq!(
        word(32),
        256,
        "dynamic local memory begins behind the kernel's own"
    );
    assert_eq!(word(40), 8);
    assert_eq!(bytes[54], 4);
    assert_eq!(bytes[104], 3);
    assert_eq!(word(160), 1000);
    assert_eq!(word(236), 0x1_0000);

    let size = |at: usize| u32::from_le_bytes(dispatch[at..at + 4].try_into().unwrap());
    assert_eq!(dispatch[4..10], [16, 0, 4, 0, 2, 0]);
    assert_eq!([size(12), size(16), size(20)], [128, 32, 16]);
    assert_eq!(size(40), kernarg as u32);
}

#[test]
fn rdna4_has_workgroup_ids_in_trap_registers() {
    const TTMP0: u16 = 108;
    let code = assemble(&amdgpu::RDNA4, KERNEL);
    let wave = launch(&amdgpu::RDNA4, &code, &arguments(), &[])
        .unwrap()
        .wave();
    assert_eq!(wave.s(TTMP0 + 9), 5);
    assert_eq!(wave.s(TTMP0 + 7), 6 | 7 << 16);
    assert_eq!((wave.s(13), wave.s(14)), (0, 0));
}

#[test]
fn wrong_arguments_are_refused_with_what_is_expected() {
    let code = assemble(&amdgpu::RDNA3, KERNEL);
    let check = |arrays: &[(&str, Array)], code_name: &str, text: &str| {
        let Err(error) = launch(&amdgpu::RDNA3, &code, arrays, &[]) else {
            panic!("accepted: {text}")
        };
        assert_eq!(error.code, code_name);
        let all = [&[error.message][..], &error.help].concat().join("\n");
        assert!(all.contains(text), "{all}");
    };
    check(
        &arguments()[..3],
        "argument-count",
        "takes 4 arguments, but 3 are given",
    );
    check(
        &[],
        "argument-count",
        "in this order: p: global_buffer, n: a value of 2 bytes",
    );
    let mut wide = arguments();
    wide[1].1 = array(Type::U32, &[], &[0; 4]);
    check(&wide, "argument-size", "`n` is u32 and takes 4 bytes");
    let mut large = arguments();
    large[3].1 = array(Type::U32, &[], &u32::MAX.to_le_bytes());
    check(&large, "too-large", "4294967295 bytes of local memory");
}

#[test]
fn arguments_with_the_kernels_names_may_come_in_any_order() {
    let code = assemble(&amdgpu::RDNA3, KERNEL);
    let mut arrays = arguments();
    arrays.reverse();
    let launched = launch(&amdgpu::RDNA3, &code, &arrays, &[]).unwrap();
    let (_, bytes) = launched.memory.find("kernel arguments");
    // The last one given is the pointer now.
    assert_eq!(bytes[..4], 0x2000_3000u32.to_le_bytes());
    assert_eq!(bytes[8..10], [0x34, 0x12]);
}

#[test]
fn kernel_files_have_a_table_of_addresses() {
    let code = assemble(&amdgpu::RDNA3, "s_endpgm\n");
    let arrays = [
        ("out_y", array(Type::F32, &[4], &[0; 16])),
        ("a", array(Type::F32, &[4], &[0; 16])),
        ("n", array(Type::U32, &[], &[0; 4])),
    ];
    let launched = launch(
        &amdgpu::RDNA3,
        &code,
        &arrays,
        &[("lds", KeyValue::Integer(512))],
    )
    .unwrap();
    let (table, bytes) = launched.memory.find("argument table");
    let wave = launched.wave();
    assert_eq!(wave.pair(3), table);
    assert_eq!([wave.s(0), wave.s(1), wave.s(2)], [5, 6, 7]);
    assert_eq!([wave.v(0, 3), wave.v(1, 3), wave.v(2, 3)], [3, 2, 0]);
    let addresses: Vec<u32> = bytes
        .chunks(8)
        .map(|word| u32::from_le_bytes(word[..4].try_into().unwrap()))
        .collect();
    // Inputs first, then outputs; a scalar is an address too.
    assert_eq!(addresses, [0x2000_1000, 0x2000_2000, 0x2000_0000]);
    assert_eq!(launched.loaded.local_bytes, 512);
}

#[test]
fn kernel_files_may_follow_the_runtime_without_a_descriptor() {
    let code = assemble(&amdgpu::RDNA3, "s_endpgm\n");
    let arrays = [
        ("n", array(Type::U8, &[], &[9])),
        ("x", array(Type::F64, &[], &1.5f64.to_le_bytes())),
        ("out_y", array(Type::F32, &[4], &[0; 16])),
        ("m", array(Type::U16, &[], &[3, 0])),
    ];
    let keys = [("abi", KeyValue::Word("hsa"))];
    let launched = launch(&amdgpu::RDNA3, &code, &arrays, &keys).unwrap();
    let (kernarg, bytes) = launched.memory.find("kernel arguments");
    let wave = launched.wave();
    assert_eq!(wave.pair(0), kernarg);
    assert_eq!([wave.s(2), wave.s(3), wave.s(4)], [5, 6, 7]);
    assert_eq!([wave.s(13), wave.s(14), wave.s(15)], [5, 6, 7]);
    assert_eq!(wave.v(0, 3), 3 | 2 << 10);
    assert_eq!(bytes[0], 9);
    assert_eq!(bytes[8..16], 1.5f64.to_le_bytes());
    assert_eq!(bytes[16..20], 0x2000_2000u32.to_le_bytes());
    assert_eq!(bytes[24], 3);
    assert_eq!(
        bytes[32], 8,
        "hidden arguments follow at a multiple of eight"
    );
}

#[test]
fn data_may_hold_addresses() {
    let text = ".text\n s_nop 0\nf:\n s_endpgm\n.section .rodata\nt:\n .quad f, 5, t+8\n";
    let code = assemble(&amdgpu::RDNA3, text);
    let address = |name: &str| {
        let symbol = code.symbols.iter().find(|symbol| symbol.name == name);
        symbol.expect("it is defined").address
    };
    let bytes = code.at(address("t")).expect("inside the image");
    let word = |i: usize| u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().unwrap());
    assert_eq!(
        [word(0), word(1), word(2)],
        [address("f"), 5, address("t") + 8]
    );
}

/// What is a modifier elsewhere is a fine name for a label.
#[test]
fn labels_may_have_the_names_of_modifiers() {
    for name in ["done", "off", "clamp", "glc", "lds"] {
        let text = format!(" s_branch {name}\n s_nop 0\n{name}:\n s_endpgm\n");
        let code = assemble(&amdgpu::RDNA3, &text);
        assert_eq!(code.bytes[..4], 0xbfa0_0001u32.to_le_bytes(), "{name}");
    }
}
