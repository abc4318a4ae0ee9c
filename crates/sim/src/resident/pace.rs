//! How long turns of workgroups are, and how it is found out that one waits.

use crate::dispatch::Order;
use crate::workgroup::{Stretch, Workgroup};
use uop::Program;

/// Instructions before a workgroup is tried for the first time, and others have a turn.
pub(crate) const FIRST_TURN: u64 = 1 << 21;
/// The first turn of one that begins, or goes on, while others wait or have run for long: it may
/// soon wait as well.
const WOKEN_TURN: u64 = 1 << 12;
/// Turns of workgroups that share the device grow to this: short, because one that counts while it
/// waits is not seen to wait.
pub(super) const SHARED_TURN: u64 = 1 << 15;
/// A workgroup that runs for so long lets others have a turn, however many of them wait.
pub(super) const LONGEST_TURN: u64 = 1 << 23;
/// Turns after the first where waves are chosen by chance, which never come back to a state: they
/// grow from this to that.
const RANDOM_TURNS: [u64; 2] = [1 << 10, 1 << 14];
/// Rounds in which a circle has to show. Waves do not go together in these, so at first they are few.
const MOST_ROUNDS: u64 = 48;
/// Rounds for one that begins after others ran for long: enough for most loops, and little beside
/// what it probably runs.
const FEW_ROUNDS: u64 = 4;
/// Instructions before a trial for each round of it.
const TURN_PER_ROUND: u64 = FIRST_TURN / 8;
/// States that are looked at closely in these.
const CLOSE_LOOKS: usize = 16;

/// How long a workgroup runs, and when it is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Instructions of the turn.
    pub turn: u64,
    /// Instructions until the trial, those of the turn among them.
    left: u64,
    /// Instructions from the last trial to this one.
    period: u64,
    /// Rounds of the trial.
    rounds: u64,
}

impl Pace {
    /// Of one that begins while no other is under way.
    pub const FIRST: Pace = Pace::period(FIRST_TURN);
    /// Of one that begins or goes on while others wait.
    pub const WOKEN: Pace = Pace {
        rounds: MOST_ROUNDS,
        ..Pace::period(WOKEN_TURN)
    };
    /// Of one that begins while others run for long.
    pub const AMONG_RUNNERS: Pace = Pace {
        rounds: FEW_ROUNDS,
        ..Pace::WOKEN
    };

    /// One turn, and a trial.
    const fn period(instructions: u64) -> Pace {
        let rounds = instructions / TURN_PER_ROUND;
        Pace {
            turn: instructions,
            left: instructions,
            period: instructions,
            rounds: if rounds < MOST_ROUNDS {
                rounds
            } else {
                MOST_ROUNDS
            },
        }
    }

    /// The trial showed no circle.
    fn tried(self, longest: Option<u64>) -> Pace {
        let period = 2 * self.period;
        let next = match self.rounds == MOST_ROUNDS && period < FIRST_TURN {
            true => Pace {
                rounds: MOST_ROUNDS,
                ..Pace::period(period)
            },
            false => Pace::period(period.clamp(FIRST_TURN, LONGEST_TURN)),
        };
        match longest {
            None => next,
            // One that has run for long and shares the device from now on begins with short turns.
            Some(_) if self.turn >= FIRST_TURN => Pace {
                turn: WOKEN_TURN,
                ..next
            },
            Some(longest) => Pace {
                turn: (2 * self.turn).min(longest).min(next.left),
                ..next
            },
        }
    }

    /// A turn is over, and the trial is not due yet: the next turn, which is longer.
    fn turned(self, longest: Option<u64>) -> Option<Pace> {
        let left = self.left.saturating_sub(self.turn);
        let turn = (2 * self.turn)
            .min(longest.unwrap_or(LONGEST_TURN))
            .min(left);
        (left > 0).then_some(Pace { turn, left, ..self })
    }
}

/// Whether a workgroup gets on.
#[derive(Clone, Debug)]
pub(crate) enum Course {
    /// As far as is known.
    Runs(Pace),
    /// It is tried, round by round: where its waves were after each, and the whole state where
    /// they had been there before.
    Tried {
        pace: Pace,
        outlines: Vec<u64>,
        states: Vec<u64>,
    },
    /// It goes through these states again and again.
    Waits { states: Vec<u64> },
}

/// What comes after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// The same workgroup goes on.
    GoesOn,
    /// It has run for long; others may have a turn.
    Long,
    /// It waits; `still` if that is how it was found.
    Waits { still: bool },
}

impl Workgroup {
    /// A turn is over: finds out whether the workgroup gets on, and how long its next turn is: at most
    /// `longest` where it shares the device with others.
    pub(crate) fn turn_over(
        &mut self,
        program: &Program,
        order: Order,
        longest: Option<u64>,
    ) -> After {
        let course = std::mem::replace(&mut self.course, Course::Runs(Pace::FIRST));
        let (after, course) = match course {
            Course::Runs(pace) if order != Order::RoundRobin => {
                let [least, most] = RANDOM_TURNS;
                let turn = match pace.turn > most {
                    true => least,
                    false => (2 * pace.turn).min(most),
                };
                (After::Long, Course::Runs(Pace { turn, ..pace }))
            }
            Course::Runs(pace) => match pace.turned(longest) {
                Some(pace) => (After::Long, Course::Runs(pace)),
                None => {
                    let outlines = vec![self.outline(program)];
                    let states = Vec::new();
                    let tried = Course::Tried {
                        pace,
                        outlines,
                        states,
                    };
                    (After::GoesOn, tried)
                }
            },
            Course::Tried {
                pace,
                mut outlines,
                mut states,
            } => {
                let outline = self.outline(program);
                let state = match outlines.contains(&outline) && states.len() < CLOSE_LOOKS {
                    true => Some(self.digest(program)),
                    false => None,
                };
                if state.is_some_and(|state| states.contains(&state)) {
                    (After::Waits { still: false }, Course::Waits { states })
                } else if outlines.len() as u64 >= pace.rounds {
                    let after = match longest.is_none() && pace.period < LONGEST_TURN {
                        true => After::GoesOn,
                        false => After::Long,
                    };
                    (after, Course::Runs(pace.tried(longest)))
                } else {
                    outlines.push(outline);
                    states.extend(state);
                    let tried = Course::Tried {
                        pace,
                        outlines,
                        states,
                    };
                    (After::GoesOn, tried)
                }
            }
            Course::Waits { states } => match states.contains(&self.digest(program)) {
                true => (After::Waits { still: true }, Course::Waits { states }),
                false => (After::GoesOn, Course::Runs(Pace::WOKEN)),
            },
        };
        self.stretch = match course {
            Course::Runs(pace) => Stretch::Instructions(pace.turn),
            Course::Tried { .. } | Course::Waits { .. } => Stretch::Round,
        };
        if self.stretch == Stretch::Round {
            self.turn = 0;
        }
        self.course = course;
        after
    }

    pub(crate) fn waits(&self) -> bool {
        matches!(self.course, Course::Waits { .. })
    }
}
