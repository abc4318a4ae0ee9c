//! The least machine that a hart can run on: memory in pieces, and output.

use isa::checks::assemble_text;
use riscv::{
    Bus, Hart, HartOp, Next, Result, RiscvDialect, TEXT_BASE, access_fault, bad_target, illegal,
    section_base,
};
use std::collections::HashMap;
use uop::Space;

/// The stack ends here.
const STACK_END: u64 = 0x7000_0000;
const STACK_BYTES: usize = 64 << 10;
/// More instructions than any test needs.
const LIMIT: u64 = 10_000_000;

pub struct Machine {
    pub hart: Hart,
    memory: Memory,
    /// Instructions that were decoded already, by their addresses: no program changes its code.
    decoded: HashMap<u64, HartOp>,
}

#[derive(Default)]
struct Memory {
    pieces: Vec<(u64, Vec<u8>)>,
    output: Vec<u8>,
    exit_code: i64,
}

impl Machine {
    /// A program in assembly language, at its start.
    pub fn new(text: &str) -> Machine {
        let assembly = assemble_text(text, &mut RiscvDialect);
        assert!(!assembly.has_errors(), "{:?}", assembly.diagnostics);
        let sections = assembly.sections.iter();
        let pieces = sections.map(|section| {
            let base = section_base(&section.name).expect("a section with a place");
            (base, section.bytes.clone())
        });
        Machine::with(pieces.collect(), TEXT_BASE)
    }

    /// A program whose code and data lie in these places.
    pub fn with(mut pieces: Vec<(u64, Vec<u8>)>, entry: u64) -> Machine {
        pieces.push((STACK_END - STACK_BYTES as u64, vec![0; STACK_BYTES]));
        let mut hart = Hart::new(entry, 0);
        hart.x[2] = STACK_END;
        Machine {
            hart,
            decoded: HashMap::new(),
            memory: Memory {
                pieces,
                ..Memory::default()
            },
        }
    }

    /// Puts bytes somewhere, with their address in a register.
    pub fn place(&mut self, register: usize, bytes: &[u8]) {
        let address = 0x1000_0000 * register as u64;
        self.hart.x[register] = address;
        self.memory.pieces.push((address, bytes.to_vec()));
    }

    /// Runs until the program returns or exits.
    pub fn run(&mut self) -> Result<()> {
        while self.hart.pc != 0 {
            if self.hart.instructions >= LIMIT {
                return illegal("the program does not end");
            }
            let pc = self.hart.pc;
            let op = match self.decoded.get(&pc) {
                Some(op) => *op,
                None => self.decode(pc)?,
            };
            let next = riscv::run(&mut self.hart, &mut self.memory, &op)?;
            self.hart.instructions += 1;
            self.hart.pc = match next {
                Next::Fall => pc + u64::from(op.len),
                Next::Jump(target) => target,
                Next::End => 0,
            };
        }
        Ok(())
    }

    fn decode(&mut self, pc: u64) -> Result<HartOp> {
        let Some((piece, at)) = self.memory.find(pc, 2) else {
            return Err(bad_target(pc));
        };
        let op = HartOp::decode(&piece[at..], pc).or_else(illegal)?;
        self.decoded.insert(pc, op);
        Ok(op)
    }

    pub fn output(&self) -> &[u8] {
        &self.memory.output
    }
}

/// A program without arguments; its output.
pub fn output(text: &str) -> std::result::Result<Vec<u8>, String> {
    let mut machine = Machine::new(text);
    match machine.run() {
        Ok(()) => Ok(machine.memory.output),
        Err(stop) => Err(stop.trap.to_string()),
    }
}

/// A program without arguments; what it ends with.
pub fn exit_code(text: &str) -> std::result::Result<i64, String> {
    let mut machine = Machine::new(text);
    match machine.run() {
        Ok(()) => Ok(machine.memory.exit_code),
        Err(stop) => Err(stop.trap.to_string()),
    }
}

pub fn corpus(name: &str) -> String {
    let path = format!("{}/../../corpus/riscv/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

impl Memory {
    fn find(&self, address: u64, len: usize) -> Option<(&Vec<u8>, usize)> {
        self.pieces.iter().find_map(|(base, piece)| {
            let at = usize::try_from(address.checked_sub(*base)?).ok()?;
            (at.checked_add(len)? <= piece.len()).then_some((piece, at))
        })
    }
}

impl Bus for Memory {
    fn load(&mut self, address: u64, bytes: u8) -> Result<u64> {
        let mut word = [0; 8];
        self.read(address, &mut word[..usize::from(bytes)])?;
        Ok(u64::from_le_bytes(word))
    }

    fn store(&mut self, address: u64, bytes: u8, value: u64) -> Result<()> {
        self.write(address, &value.to_le_bytes()[..usize::from(bytes)])
    }

    fn read(&mut self, address: u64, out: &mut [u8]) -> Result<()> {
        let Some((piece, at)) = self.find(address, out.len()) else {
            let (len, why) = (out.len() as u64, "not mapped".into());
            return Err(access_fault(Space::Global, address, len, false, why));
        };
        out.copy_from_slice(&piece[at..at + out.len()]);
        Ok(())
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<()> {
        let holds = |(base, piece): &&mut (u64, Vec<u8>)| {
            let at = address.wrapping_sub(*base);
            at < piece.len() as u64 && bytes.len() as u64 <= piece.len() as u64 - at
        };
        let Some((base, piece)) = self.pieces.iter_mut().find(holds) else {
            let (len, why) = (bytes.len() as u64, "not mapped".into());
            return Err(access_fault(Space::Global, address, len, true, why));
        };
        let at = (address - *base) as usize;
        piece[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn is_readable(&self, address: u64, bytes: u64) -> bool {
        self.find(address, bytes as usize).is_some()
    }

    fn output(&mut self) -> &mut Vec<u8> {
        &mut self.output
    }

    fn exit(&mut self, code: i64) {
        self.exit_code = code;
    }
}
