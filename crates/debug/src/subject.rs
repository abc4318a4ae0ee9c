//! What is known about a kernel before it runs: its code, its source, its names.

use arch::{Code, Function, RegisterName, RegisterView, Variable, VariablePlace};
use kernel::{Shape, Type};
use source::SourceFile;
use std::path::Path;
use uop::{RegisterPlace, SReg};

/// The kernel that is debugged.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What users call the instruction set.
    pub isa: String,
    /// The source, or the header alone where a binary is debugged.
    pub file: SourceFile,
    /// What runs, with its labels and lines.
    pub code: Code,
    /// In the order of the program.
    pub insts: Vec<ListedInst>,
    /// The instruction that every step belongs to.
    pub steps: Vec<u32>,
    /// What registers are called.
    pub registers: RegisterView,
    /// In the order of the header.
    pub arguments: Vec<ArrayArgument>,
    /// Branches from an instruction to another.
    pub branches: Vec<(u32, u32)>,
    /// Instructions that call a function.
    pub calls: Vec<u32>,
    /// Names of the counters of outstanding operations.
    pub channels: Vec<String>,
    /// Lanes of a wave.
    pub lanes: u32,
    /// Workgroups along each axis.
    pub grid: [u32; 3],
    /// Threads of a workgroup along each axis.
    pub block: [u32; 3],
}

/// An instruction, as listings show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedInst {
    /// Of its first byte.
    pub address: u64,
    /// Bytes.
    pub len: u8,
    /// Disassembled; labels by their names.
    pub text: String,
    /// The file that it came from; see [`Subject::source`].
    pub file: u32,
    /// The line of it, counted from one.
    pub line: Option<u32>,
}

/// An array in global memory that the header declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayArgument {
    /// As in the header.
    pub name: String,
    /// Of each element.
    pub ty: Type,
    /// No dimensions for a scalar.
    pub shape: Shape,
    /// Of its first byte in device memory.
    pub address: u64,
}

impl ArrayArgument {
    /// Its length.
    pub fn bytes(&self) -> u64 {
        self.shape.count().unwrap_or(0) * self.ty.size() as u64
    }
}

impl Subject {
    /// The number of the instruction at `address`.
    pub fn inst_at(&self, address: u64) -> Option<usize> {
        self.insts.iter().position(|inst| inst.address == address)
    }

    /// How many files the code came from: the source, and those that it includes.
    pub fn source_count(&self) -> u32 {
        1 + self.code.includes.len() as u32
    }

    /// A file that code came from: 0 is the source, others are what it includes.
    pub fn source(&self, file: u32) -> &SourceFile {
        self.code.file(file, &self.file)
    }

    /// The file that is called so, by its path or by the end of it.
    pub fn source_called(&self, name: &str) -> Option<u32> {
        let name = Path::new(name);
        let mut files = 0..self.source_count();
        files.find(|&file| {
            let own = Path::new(self.source(file).name());
            own.ends_with(name) || name.ends_with(own)
        })
    }

    /// `line 14`, or `helper.h:14` where that is not the source itself.
    pub fn line_name(&self, inst: &ListedInst) -> Option<String> {
        let line = inst.line?;
        Some(match inst.file {
            0 => format!("line {line}"),
            file => format!("{}:{line}", self.file_name(file)),
        })
    }

    /// The last part of the path of a file.
    pub fn file_name(&self, file: u32) -> &str {
        let name = self.source(file).name();
        name.rsplit('/').next().unwrap_or(name)
    }

    /// Where to stop for a line of a file: its first instruction, or that of the next line that has
    /// one. A line that became several stretches of code has as many.
    pub fn insts_of_line(&self, file: u32, line: u32) -> Result<Vec<u32>, String> {
        let of_file = |inst: &&ListedInst| inst.file == file;
        let lines = || {
            self.insts
                .iter()
                .filter(of_file)
                .filter_map(|inst| inst.line)
        };
        let nearest = lines().filter(|other| *other >= line).min();
        let Some(nearest) = nearest else {
            return Err(match lines().max() {
                Some(last) => format!("line {line} is past the last instruction, in line {last}"),
                None => "the code has no source lines: use a label, or `*ADDRESS`".into(),
            });
        };
        let is_of = |inst: &ListedInst| inst.file == file && inst.line == Some(nearest);
        let starts = (0..self.insts.len())
            .filter(|&i| is_of(&self.insts[i]) && (i == 0 || !is_of(&self.insts[i - 1])));
        Ok(starts.map(|i| i as u32).collect())
    }

    /// The instruction that a step belongs to.
    pub fn inst_of(&self, step: u32) -> Option<&ListedInst> {
        self.insts.get(*self.steps.get(step as usize)? as usize)
    }

    /// The label at or before an address, and how far behind it the address is.
    pub fn label_before(&self, address: u64) -> Option<(&str, u64)> {
        let before = self.code.symbols.iter().filter(|s| s.address <= address);
        let symbol = before.max_by_key(|symbol| symbol.address)?;
        Some((&symbol.name, address - symbol.address))
    }

    /// `<loop+8>`, or nothing where there is no label.
    pub fn place_name(&self, address: u64) -> String {
        match self.label_before(address) {
            Some((name, 0)) => format!(" <{name}>"),
            Some((name, offset)) => format!(" <{name}+{offset}>"),
            None => String::new(),
        }
    }

    /// The functions that an address is in, the innermost copy first.
    pub fn functions_at(&self, address: u64) -> Vec<&Function> {
        let all = &self.code.functions;
        let depth = |function: &Function| {
            let outer = |function: &&Function| all.get(function.within?);
            std::iter::successors(Some(function), outer)
                .take(all.len())
                .count()
        };
        let around = all.iter().filter(|function| function.contains(address));
        let innermost = around.max_by_key(|function| depth(function));
        let chain = std::iter::successors(innermost, |function| all.get(function.within?));
        // A damaged file may go round in circles.
        chain.take(all.len()).collect()
    }

    /// The variables whose names mean something at an address: those of inner blocks and functions
    /// hide others. Of the functions there, the innermost `within` are left out.
    pub fn variables_at(&self, address: u64, within: usize) -> Vec<(&Function, &Variable)> {
        let mut found: Vec<(&Function, &Variable)> = Vec::new();
        for function in self.functions_at(address).into_iter().skip(within) {
            let visible = function.variables.iter();
            let visible = visible.filter(|variable| variable.is_visible(address));
            let own = found.len();
            for variable in visible {
                // Blocks come in the order of the source, so that the last one is the innermost.
                match found[own..]
                    .iter_mut()
                    .find(|(_, v)| v.name == variable.name)
                {
                    Some(hidden) => *hidden = (function, variable),
                    None => found.push((function, variable)),
                }
            }
        }
        let mut names = std::collections::BTreeSet::new();
        found.retain(|(_, variable)| names.insert(&variable.name));
        found
    }

    /// Scalar registers that variables in memory are found by, of which callers keep what they had.
    pub(crate) fn frame_registers(&self) -> Vec<SReg> {
        let variables = self.code.functions.iter().flat_map(|f| &f.variables);
        let places = variables.flat_map(|variable| &variable.places);
        let mut names: Vec<&str> = places
            .filter_map(|(_, place)| match place {
                VariablePlace::Private { base, .. } | VariablePlace::Memory { base, .. } => {
                    base.as_deref()
                }
                VariablePlace::Registers(_) | VariablePlace::Value(_) | VariablePlace::Unknown => {
                    None
                }
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        let registers = names.into_iter().filter_map(|name| self.register(name));
        let scalars = registers.flat_map(|register| match register.place {
            RegisterPlace::Scalar(first) => (0..register.words).map(|n| first.plus(n)).collect(),
            _ => Vec::new(),
        });
        scalars.collect()
    }

    /// Whether a function that was called has yet to put its frame and its arguments in place.
    pub(crate) fn in_prologue(&self, address: u64) -> bool {
        let functions = self.functions_at(address);
        let function = functions.last();
        function.is_some_and(|f| f.body.is_some_and(|body| address < body))
    }

    /// The first instruction of a function behind its prologue, or of each copy of it.
    pub(crate) fn insts_of_function(&self, name: &str) -> Vec<u32> {
        let functions = self.code.functions.iter();
        let named = functions.filter(|function| function.name == name);
        let starts = named.filter_map(|function| {
            let first = function.ranges.iter().map(|range| range.start).min()?;
            let first = function.body.unwrap_or(first);
            let inst = self.insts.iter().position(|inst| inst.address >= first)?;
            function
                .contains(self.insts[inst].address)
                .then_some(inst as u32)
        });
        let mut starts: Vec<u32> = starts.collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// The argument with this name.
    pub fn argument(&self, name: &str) -> Option<&ArrayArgument> {
        self.arguments.iter().find(|arg| arg.name == name)
    }

    /// The register with this name; letter case matters only where two differ by nothing else.
    pub fn register(&self, name: &str) -> Option<&RegisterName> {
        if name.is_empty() {
            return None;
        }
        let all = || self.registers.groups.iter().flat_map(|g| &g.registers);
        let own = |register: &&RegisterName| register.name == name || register.alias == name;
        let alike = |register: &&RegisterName| {
            register.name.eq_ignore_ascii_case(name) || register.alias.eq_ignore_ascii_case(name)
        };
        all().find(own).or_else(|| all().find(alike))
    }

    /// Every name that an expression can use.
    pub fn names(&self) -> Vec<String> {
        let registers = self.registers.groups.iter().flat_map(|g| &g.registers);
        let names = registers.flat_map(|register| [&register.name, &register.alias]);
        let names = names.filter(|name| !name.is_empty());
        let mut names: Vec<String> = names.cloned().collect();
        names.extend(self.arguments.iter().map(|arg| arg.name.clone()));
        names.extend(self.code.symbols.iter().map(|symbol| symbol.name.clone()));
        let functions = self.code.functions.iter();
        names.extend(functions.clone().map(|function| function.name.clone()));
        let variables = functions.flat_map(|function| &function.variables);
        names.extend(variables.map(|variable| variable.name.clone()));
        names.extend(crate::eval::BUILT_IN.iter().map(|name| name.to_string()));
        if !names.contains(&self.registers.exec) {
            names.push(self.registers.exec.clone());
        }
        names
    }

    /// The first and last instruction of the innermost loop around an instruction: the smallest
    /// stretch that some branch at its end leads back into the start of.
    pub(crate) fn loop_around(&self, inst: u32) -> Option<(u32, u32)> {
        let loops = self.branches.iter().map(|&(tail, head)| (head, tail));
        let around = loops.filter(|(head, tail)| (*head..=*tail).contains(&inst));
        around.min_by_key(|(head, tail)| tail - head)
    }

    /// Where a wave goes on that leaves a loop: behind it, or where a branch in it leads. None if
    /// the loop calls no function, and whatever lies outside is outside.
    pub(crate) fn exits(&self, head: u32, tail: u32) -> Option<Vec<u32>> {
        let inside = head..=tail;
        if !self.calls.iter().any(|call| inside.contains(call)) {
            return None;
        }
        let branches = self.branches.iter();
        let out = branches.filter(|(from, to)| inside.contains(from) && !inside.contains(to));
        Some(out.map(|(_, to)| *to).chain([tail + 1]).collect())
    }
}
