//! Something counted over time.

/// Counts in equal parts of the run, of which there are at most [`Series::PARTS`]: they get wider as the
/// run goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    width: u64,
    parts: Vec<u64>,
}

impl Default for Series {
    fn default() -> Series {
        Series {
            width: 1,
            parts: Vec::new(),
        }
    }
}

impl Series {
    /// Parts into which a run is divided.
    pub const PARTS: usize = 1024;

    /// So much happened in that cycle.
    pub fn add(&mut self, cycle: u64, amount: u64) {
        if amount == 0 {
            return;
        }
        while cycle >= self.width * Self::PARTS as u64 {
            let pairs = self.parts.chunks(2).map(|pair| pair.iter().sum());
            self.parts = pairs.collect();
            self.width *= 2;
        }
        let part = (cycle / self.width) as usize;
        if self.parts.len() <= part {
            self.parts.resize(part + 1, 0);
        }
        self.parts[part] += amount;
    }

    /// Cycles of a part.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// What each part counted, from the start on.
    pub fn parts(&self) -> &[u64] {
        &self.parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_widen_and_lose_nothing() {
        let mut series = Series::default();
        for cycle in 0..5000 {
            series.add(cycle, 1 + cycle % 2);
        }
        assert_eq!(series.width(), 8);
        assert_eq!(series.parts().len(), 625);
        assert_eq!(series.parts().iter().sum::<u64>(), 7500);
        assert_eq!(series.parts()[0], 12);
    }
}
