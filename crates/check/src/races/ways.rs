//! Order among the lanes of one wave, on machines where lanes that went different ways have none until
//! they meet again.

/// Which lanes run, and what they know of the others: of each, until when.
#[derive(Debug, Default)]
pub(super) struct Ways {
    exec: u64,
    /// The time at which these lanes began to run together.
    since: u32,
    /// Lanes that know the same.
    classes: Vec<(u64, Box<[u32; 64]>)>,
    /// What lanes left at atomics and fences for lanes that come to one later.
    left: Option<Box<[u32; 64]>>,
}

impl Ways {
    /// From now on these lanes run. Time goes on where they are not those that did.
    pub fn go(&mut self, exec: u64, time: &mut u32) {
        if exec == self.exec || exec == 0 {
            return;
        }
        self.note(*time);
        *time += 1;
        let mut known = Box::new([0; 64]);
        for (lanes, of) in &mut self.classes {
            if *lanes & exec != 0 {
                latest(&mut known, of);
                *lanes &= !exec;
            }
        }
        self.classes.retain(|(lanes, _)| *lanes != 0);
        self.classes.push((exec, known));
        (self.exec, self.since) = (exec, *time);
    }

    /// An access of a lane at this time comes before what the lanes do that run now.
    pub fn is_before(&self, lane: u8, time: u32) -> bool {
        let lane = usize::from(lane) % 64;
        let together = self.exec >> lane & 1 != 0 && time >= self.since;
        together || self.now().is_none_or(|known| known[lane] >= time)
    }

    /// All lanes that ever ran do so now, so that what each of them did comes before what they do.
    pub fn are_together(&self) -> bool {
        matches!(self.classes[..], [(lanes, _)] if lanes == self.exec)
    }

    /// The lanes that run come after those that synchronised before, and before those that will.
    pub fn synchronise(&mut self, time: &mut u32) {
        self.note(*time);
        *time += 1;
        let exec = self.exec;
        let Some((_, known)) = self.classes.iter_mut().find(|it| it.0 == exec) else {
            return;
        };
        let left = self.left.get_or_insert_with(|| Box::new([0; 64]));
        latest(known, left);
        latest(left, known);
    }

    /// All lanes have met.
    pub fn meet(&mut self, time: u32) {
        self.exec = 0;
        self.classes.clear();
        self.classes.push((u64::MAX, Box::new([time; 64])));
    }

    /// Lanes that run know what each of them did until now.
    fn note(&mut self, time: u32) {
        let exec = self.exec;
        if let Some((_, known)) = self.classes.iter_mut().find(|it| it.0 == exec) {
            let lanes = known.iter_mut().enumerate();
            for (_, known) in lanes.filter(|(lane, _)| exec >> lane & 1 != 0) {
                *known = time;
            }
        }
    }

    fn now(&self) -> Option<&[u32; 64]> {
        let class = self.classes.iter().find(|it| it.0 == self.exec);
        class.map(|(_, known)| &**known)
    }
}

fn latest(known: &mut [u32; 64], other: &[u32; 64]) {
    for (mine, theirs) in known.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}
