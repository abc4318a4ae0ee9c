//! The structure of control flow: what is open, what closes what, and whether control can reach
//! the end. The assembler walks it with places in the text, the loader with code addresses.

use crate::meaning::Structure;

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

    /// What ends it in any case.
    pub fn end(self) -> &'static str {
        match self {
            BlockKind::If | BlockKind::Else => "endif",
            BlockKind::Loop => "endloop",
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
    exits: Vec<T>,
    /// Whether threads can leave the loop by `break`.
    breaks: bool,
    /// Whether control reached the opener.
    entered: bool,
    /// Whether the `if` part runs to its end.
    first_falls: bool,
}

/// What comes to its end at an instruction.
#[derive(Clone, Debug)]
pub struct Closed<T> {
    /// The instructions that lead here, that which opened the construct last.
    pub from: Vec<T>,
    /// The `loop` behind which the next iteration begins.
    pub back: Option<T>,
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

    /// Follows an instruction; `always` says that it is for every active thread.
    pub fn follow(
        &mut self,
        what: Structure,
        at: T,
        always: bool,
    ) -> Result<Closed<T>, Misplaced<T>> {
        let (mut from, mut back) = (Vec::new(), None);
        match what {
            Structure::If => self.push(BlockKind::If, at)?,
            Structure::Loop => self.push(BlockKind::Loop, at)?,
            Structure::Else => {
                let falls = self.reachable;
                let block = self.top(&[BlockKind::If], "if")?;
                from.push(std::mem::replace(&mut block.opener, at));
                block.kind = BlockKind::Else;
                block.first_falls = falls;
                self.reachable = block.entered;
            }
            Structure::EndIf => {
                self.top(&[BlockKind::If, BlockKind::Else], "if")?;
                let block = self.open.pop().expect("just looked at");
                self.reachable |= match block.kind {
                    BlockKind::Else => block.first_falls,
                    _ => block.entered,
                };
                from.push(block.opener);
            }
            Structure::EndLoop => {
                self.top(&[BlockKind::Loop], "loop")?;
                let block = self.open.pop().expect("just looked at");
                self.reachable = block.breaks;
                back = Some(block.opener);
                from = block.exits;
                from.push(block.opener);
            }
            Structure::Break | Structure::Continue => {
                let mut open = self.open.iter_mut().rev();
                let block = open.find(|block| block.kind == BlockKind::Loop);
                let block = block.ok_or(Misplaced::Alone { needs: "loop" })?;
                block.exits.push(at);
                block.breaks |= what == Structure::Break && self.reachable;
                self.reachable &= !always;
            }
            Structure::Return => self.reachable &= !always,
        }
        Ok(Closed { from, back })
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
