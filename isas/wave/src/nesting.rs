//! The structure of control flow: what is open, what closes what, and whether control can reach
//! the end. The assembler walks it with places in the text, the loader with code addresses.

/// The deepest nesting a program may have. The specification asks for 32 at least.
pub const MAX_DEPTH: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    If,
    Else,
    Loop,
}

impl BlockKind {
    pub fn name(self) -> &'static str {
        match self {
            BlockKind::If => "if",
            BlockKind::Else => "else",
            BlockKind::Loop => "loop",
        }
    }

    fn closer(self) -> &'static str {
        match self {
            BlockKind::If => "`else` or `endif`",
            BlockKind::Else => "`endif`",
            BlockKind::Loop => "`endloop`",
        }
    }
}

/// An open construct.
#[derive(Clone, Debug)]
pub struct Block<T> {
    pub kind: BlockKind,
    /// The instruction that opened it: `if`, `else` or `loop`.
    pub opener: T,
    /// `break` and `continue` of a loop.
    pub exits: Vec<T>,
    /// Whether threads can leave the loop by `break`.
    breaks: bool,
    /// Whether control reached the opener.
    entered: bool,
    /// Whether the `if` part runs to its end.
    first_falls: bool,
}

/// An instruction that does not fit the structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misplaced<T> {
    /// Nothing is open that it could belong to.
    Alone {
        needs: &'static str,
    },
    /// Something else is open.
    Inside {
        kind: BlockKind,
        opener: T,
    },
    TooDeep,
}

impl<T> Misplaced<T> {
    /// What is wrong with `name`, in words.
    pub fn message(&self, name: &str) -> String {
        match self {
            Misplaced::Alone { needs } => format!("`{name}` without `{needs}`"),
            Misplaced::Inside { kind, .. } => format!(
                "`{name}` inside `{}`, which is still open: expected {}",
                kind.name(),
                kind.closer()
            ),
            Misplaced::TooDeep => {
                format!("`{name}` is nested more than {MAX_DEPTH} levels deep")
            }
        }
    }
}

/// The constructs that are open at a point of the program.
#[derive(Clone, Debug)]
pub struct Nesting<T> {
    open: Vec<Block<T>>,
    /// Whether control can get here.
    reachable: bool,
}

impl<T> Default for Nesting<T> {
    fn default() -> Nesting<T> {
        Nesting {
            open: Vec::new(),
            reachable: true,
        }
    }
}

impl<T: Copy> Nesting<T> {
    pub fn open_blocks(&self) -> &[Block<T>] {
        &self.open
    }

    /// Whether control can run past this point.
    pub fn reachable(&self) -> bool {
        self.reachable
    }

    pub fn begin_if(&mut self, at: T) -> Result<(), Misplaced<T>> {
        self.push(BlockKind::If, at)
    }

    pub fn begin_loop(&mut self, at: T) -> Result<(), Misplaced<T>> {
        self.push(BlockKind::Loop, at)
    }

    /// Gives the `if` that this `else` belongs to.
    pub fn begin_else(&mut self, at: T) -> Result<T, Misplaced<T>> {
        let falls = self.reachable;
        let block = self.top(&[BlockKind::If], "if")?;
        let opener = std::mem::replace(&mut block.opener, at);
        block.kind = BlockKind::Else;
        block.first_falls = falls;
        self.reachable = block.entered;
        Ok(opener)
    }

    /// Closes an `if`: gives the last of `if` and `else`.
    pub fn end_if(&mut self) -> Result<Block<T>, Misplaced<T>> {
        self.top(&[BlockKind::If, BlockKind::Else], "if")?;
        let block = self.open.pop().expect("just looked at");
        self.reachable |= match block.kind {
            BlockKind::Else => block.first_falls,
            _ => block.entered,
        };
        Ok(block)
    }

    pub fn end_loop(&mut self) -> Result<Block<T>, Misplaced<T>> {
        self.top(&[BlockKind::Loop], "loop")?;
        let block = self.open.pop().expect("just looked at");
        self.reachable = block.breaks;
        Ok(block)
    }

    /// `break` or `continue`, perhaps for some threads only.
    pub fn exit(&mut self, at: T, is_break: bool, always: bool) -> Result<(), Misplaced<T>> {
        let reachable = self.reachable;
        let innermost = self
            .open
            .iter_mut()
            .rev()
            .find(|b| b.kind == BlockKind::Loop);
        let block = innermost.ok_or(Misplaced::Alone { needs: "loop" })?;
        block.exits.push(at);
        block.breaks |= is_break && reachable;
        self.reachable &= !always;
        Ok(())
    }

    /// `ret`, perhaps for some threads only.
    pub fn ret(&mut self, always: bool) {
        self.reachable &= !always;
    }

    fn push(&mut self, kind: BlockKind, opener: T) -> Result<(), Misplaced<T>> {
        if self.open.len() == MAX_DEPTH {
            return Err(Misplaced::TooDeep);
        }
        self.open.push(Block {
            kind,
            opener,
            exits: Vec::new(),
            breaks: false,
            entered: self.reachable,
            first_falls: false,
        });
        Ok(())
    }

    fn top(
        &mut self,
        kinds: &[BlockKind],
        needs: &'static str,
    ) -> Result<&mut Block<T>, Misplaced<T>> {
        match self.open.last_mut() {
            None => Err(Misplaced::Alone { needs }),
            Some(block) if kinds.contains(&block.kind) => Ok(block),
            Some(&mut Block { kind, opener, .. }) => Err(Misplaced::Inside { kind, opener }),
        }
    }
}
