//! Reconvergence points: every divergent branch joins at its immediate post-dominator.

use uop::{Builder, JoinId, LabelId, Program, Resources, Test, Uop, UopIdx, VReg};

/// What a block of a test graph ends with. Targets are blocks.
#[derive(Clone, Copy, Debug)]
enum End {
    Next,
    Jump(usize),
    /// There, or on to the next block.
    Branch(usize),
    /// Anywhere that is marked as an indirect target.
    Indirect,
    Exit,
}

fn address(block: usize) -> u64 {
    0x100 * (block as u64 + 1)
}

/// A program of one instruction and one terminator per block.
fn build(blocks: &[End], indirect: &[usize]) -> Program {
    let resources = Resources {
        vectors: 2,
        ..Resources::default()
    };
    let mut builder = Builder::new(resources, Vec::new());
    let labels: Vec<LabelId> = (0..blocks.len())
        .map(|block| builder.label_at(address(block)))
        .collect();
    for (block, &end) in blocks.iter().enumerate() {
        builder.begin(address(block), 4);
        builder.push(Uop::Nop);
        builder.begin(address(block) + 4, 4);
        let join = JoinId(None);
        builder.push(match end {
            End::Next => Uop::Nop,
            End::Jump(to) => Uop::Jump { to: labels[to].0 },
            End::Branch(to) => Uop::Diverge {
                test: Test::Equal,
                a: VReg(0),
                b: VReg(1),
                to: labels[to].0,
                join,
            },
            End::Indirect => Uop::DivergeIndirect {
                address: VReg(0),
                offset: 0,
                join,
            },
            End::Exit => Uop::Exit,
        });
    }
    for &block in indirect {
        builder.indirect_target(labels[block]);
    }
    builder.finish(labels[0])
}

/// The block that begins behind the join of `block`'s branch.
fn join_of(program: &Program, block: usize) -> Option<usize> {
    let inst = address(block) + 4;
    let branch = program.steps.iter().find(|step| {
        let diverges = matches!(step.uop, Uop::Diverge { .. } | Uop::DivergeIndirect { .. });
        diverges && program.insts[step.inst as usize].address == inst
    });
    let (Uop::Diverge { join, .. } | Uop::DivergeIndirect { join, .. }) = branch.unwrap().uop
    else {
        unreachable!()
    };
    join.0.map(|at| {
        let step = &program.steps[at as usize];
        assert!(matches!(step.uop, Uop::Join(JoinId(Some(own))) if own == at));
        assert!(!step.first);
        (program.inst_of(at).unwrap().address / 0x100 - 1) as usize
    })
}

#[test]
fn branches_join_where_their_paths_meet() {
    use End::{Branch, Exit, Indirect, Jump, Next};
    // Blocks, indirect targets, and for each branching block its join.
    type Case<'a> = (&'a [End], &'a [usize], &'a [(usize, Option<usize>)]);
    let cases: &[Case<'_>] = &[
        // if
        (&[Branch(2), Next, Exit], &[], &[(0, Some(2))]),
        // if, else
        (&[Branch(2), Jump(3), Next, Exit], &[], &[(0, Some(3))]),
        // do, while
        (&[Next, Branch(1), Exit], &[], &[(1, Some(2))]),
        // while with break
        (
            &[Next, Branch(4), Branch(4), Jump(1), Exit],
            &[],
            &[(1, Some(4)), (2, Some(4))],
        ),
        // an if in each half of another
        (
            &[Branch(4), Branch(3), Next, Jump(6), Branch(6), Next, Exit],
            &[],
            &[(0, Some(6)), (1, Some(3)), (4, Some(6))],
        ),
        // one side ends
        (&[Branch(2), Exit, Next, Exit], &[], &[(0, None)]),
        // what never ends has no join
        (
            &[Branch(1), Branch(1), Jump(1)],
            &[],
            &[(0, None), (1, None)],
        ),
        // a function with an early return, called from one place
        (
            &[Jump(3), Exit, Exit, Branch(5), Indirect, Indirect],
            &[1],
            &[(3, Some(1)), (4, Some(1)), (5, Some(1))],
        ),
        // the same called from two places, one after the other: all leave by the last
        (
            &[
                Branch(2),
                Jump(4),
                Jump(4),
                Exit,
                Branch(6),
                Indirect,
                Indirect,
            ],
            &[3, 2],
            &[(4, Some(3))],
        ),
        // an indirect jump that may lead nowhere known
        (&[Indirect, Exit], &[], &[(0, None)]),
    ];
    for (blocks, indirect, expected) in cases {
        let program = build(blocks, indirect);
        for &(block, join) in *expected {
            assert_eq!(
                join_of(&program, block),
                join,
                "block {block} of {blocks:?}"
            );
        }
    }
}

/// Everything that can follow a step; the number of steps stands for the end.
fn successors(program: &Program, at: usize, indirect: &[UopIdx]) -> Vec<usize> {
    let exit = program.steps.len();
    match &program.steps[at].uop {
        Uop::Jump { to } => vec![*to as usize],
        Uop::Diverge { to, .. } => vec![*to as usize, at + 1],
        Uop::DivergeIndirect { .. } if indirect.is_empty() => vec![exit],
        Uop::DivergeIndirect { .. } => indirect.iter().map(|&to| to as usize).collect(),
        Uop::Exit | Uop::Trap(_) => vec![exit],
        _ => vec![at + 1],
    }
}

/// Whether the end can be reached from `from` without passing `without`.
fn ends(next: &[Vec<usize>], from: usize, without: Option<usize>) -> bool {
    let exit = next.len();
    let mut seen = vec![false; exit + 1];
    let mut todo = vec![from];
    while let Some(node) = todo.pop() {
        if node == exit {
            return true;
        }
        if Some(node) != without && !std::mem::replace(&mut seen[node], true) {
            todo.extend(&next[node]);
        }
    }
    false
}

/// By definition: the post-dominator that every other post-dominator comes after.
fn immediate_postdominator(next: &[Vec<usize>], of: usize) -> Option<usize> {
    let dominates = |j: usize, i: usize| i != j && !ends(next, i, Some(j));
    let all: Vec<usize> = (0..next.len())
        .filter(|&j| ends(next, j, None) && dominates(j, of))
        .collect();
    (all.iter().copied()).find(|&j| all.iter().all(|&k| k == j || dominates(k, j)))
}

#[test]
fn joins_agree_with_the_definition_on_random_graphs() {
    let mut state = 7u64;
    let mut below = move |n: usize| {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % n
    };
    let mut branches = 0;
    for _ in 0..1500 {
        let count = 2 + below(9);
        let blocks: Vec<End> = (0..count)
            .map(|_| match below(10) {
                0 => End::Exit,
                1 => End::Indirect,
                2 | 3 => End::Jump(below(count)),
                4 => End::Next,
                _ => End::Branch(below(count)),
            })
            .collect();
        let targets: Vec<usize> = (0..count).filter(|_| below(3) == 0).collect();
        let program = build(&blocks, &targets);
        let indirect: Vec<UopIdx> = targets
            .iter()
            .map(|&block| program.at[&address(block)])
            .collect();
        let next: Vec<Vec<usize>> = (0..program.steps.len())
            .map(|at| successors(&program, at, &indirect))
            .collect();
        for (at, step) in program.steps.iter().enumerate() {
            let (Uop::Diverge { join, .. } | Uop::DivergeIndirect { join, .. }) = step.uop else {
                continue;
            };
            if !ends(&next, at, None) {
                assert_eq!(join, JoinId(None));
                continue;
            }
            branches += 1;
            let expected = immediate_postdominator(&next, at).map(|at| at as UopIdx);
            assert_eq!(
                join,
                JoinId(expected),
                "step {at} of {blocks:?}, {targets:?}"
            );
        }
    }
    assert!(branches > 3000, "{branches}");
}
