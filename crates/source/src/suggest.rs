//! "Did you mean": the nearest known name.

/// The longest name that a slip of the pen is looked for in, in characters. Each takes one bit.
const LONGEST: usize = 64;

/// The candidate closest to `word` by edit distance (case folded), if it is close enough that a
/// person would call it a typo: at most a third of the word's length, and at least one letter kept.
/// The order of the candidates does not matter: of those equally close, the shortest and then the
/// first by name is meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let pattern = Pattern::new(word)?;
    let limit = (pattern.len / 3).max(1);
    candidates
        .into_iter()
        .filter_map(|candidate| Some((pattern.distance(candidate, limit)?, candidate)))
        .filter(|&(d, candidate)| d < candidate.len().max(word.len()))
        .min_by_key(|&(d, candidate)| (d, candidate.len(), candidate))
        .map(|(_, candidate)| candidate)
}

/// The help line that goes with an unknown name.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(word, candidates).map(|name| format!("did you mean `{name}`?"))
}

/// A word of at most [`LONGEST`] characters, prepared for comparison with many others: where each
/// character stands in it, as bits.
struct Pattern {
    ascii: [u64; 128],
    others: Vec<(char, u64)>,
    len: usize,
}

impl Pattern {
    /// Nothing for a word that is too long to be a typing error, or that is empty.
    fn new(word: &str) -> Option<Pattern> {
        let mut pattern = Pattern {
            ascii: [0; 128],
            others: vec![],
            len: 0,
        };
        for c in word.chars().flat_map(char::to_lowercase) {
            if pattern.len == LONGEST {
                return None;
            }
            let bit = 1 << pattern.len;
            pattern.len += 1;
            match pattern.ascii.get_mut(c as usize) {
                Some(bits) => *bits |= bit,
                None => pattern.others.push((c, bit)),
            }
        }
        (pattern.len > 0).then_some(pattern)
    }

    fn bits(&self, c: char) -> u64 {
        let others = || {
            let same = self.others.iter().filter(|(other, _)| *other == c);
            same.fold(0, |bits, (_, bit)| bits | bit)
        };
        let known = self.ascii.get(c as usize).copied();
        known.unwrap_or_else(others)
    }

    /// Optimal string alignment distance (a transposition counts one), if it is at most `limit`:
    /// a column of the table at a time, as the bits of a few words (Hyyrö 2003). `up` and `down`
    /// say where the column rises and falls by one from row to row.
    fn distance(&self, other: &str, limit: usize) -> Option<usize> {
        // No character takes more than four bytes, none fewer than one.
        if other.len() + limit < self.len || other.len() > 4 * (self.len + limit) {
            return None;
        }
        if !other.is_ascii() {
            return self.align(other.chars().flat_map(char::to_lowercase), limit);
        }
        if other.len() > self.len + limit {
            return None;
        }
        let letters = other.bytes().map(|byte| byte.to_ascii_lowercase());
        self.align(letters.map(char::from), limit)
    }

    /// [`Pattern::distance`] to a word that is folded already.
    #[inline]
    fn align(&self, other: impl Iterator<Item = char>, limit: usize) -> Option<usize> {
        let last = 1 << (self.len - 1);
        let (mut up, mut down, mut diagonal, mut before) = (!0u64, 0u64, 0u64, 0u64);
        let (mut score, mut count) = (self.len, 0);
        for c in other {
            count += 1;
            let here = self.bits(c);
            let swapped = ((!diagonal & here) << 1) & before;
            diagonal = ((here & up).wrapping_add(up) ^ up) | here | down | swapped;
            let (right_up, right_down) = (down | !(diagonal | up), diagonal & up);
            score += usize::from(right_up & last != 0);
            score -= usize::from(right_down & last != 0);
            let (right_up, right_down) = (right_up << 1 | 1, right_down << 1);
            up = right_down | !(diagonal | right_up);
            down = right_up & diagonal;
            before = here;
        }
        (score <= limit && count > 0).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_find_their_name() {
        let names = ["ADD", "ADDI", "LOAD", "STORE", "v_add_f32", "v_add_f16"];
        assert_eq!(nearest("LAOD", names), Some("LOAD"));
        assert_eq!(nearest("v_ad_f32", names), Some("v_add_f32"));
        assert_eq!(nearest("stor", names), Some("STORE"));
        assert_eq!(nearest("frobnicate", names), None);
        assert_eq!(nearest("x", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("größe", ["GRÖSSE", "Größ"]), Some("Größ"));
    }

    #[test]
    fn long_names_are_not_compared() {
        let long = "a".repeat(1 << 20);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        assert_eq!(nearest("nmae", [long.as_str(), "name"]), Some("name"));
    }

    /// The table itself, a row at a time.
    fn by_table(a: &str, b: &str) -> usize {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let same = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let near = same.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                    let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    match swapped {
                        true => near.min(table[i - 2][j - 2] + 1),
                        false => near,
                    }
                };
            }
        }
        table[a.len()][b.len()]
    }

    #[test]
    fn bits_count_as_the_table_does() {
        let mut state = 1u64;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 33) % n
        };
        let mut word = |longest: u64| -> String {
            let len = 1 + next(longest);
            (0..len)
                .map(|_| ['a', 'b', 'c', 'ö'][next(4) as usize])
                .collect()
        };
        for _ in 0..2000 {
            let (a, b) = (word(12), word(12));
            let pattern = Pattern::new(&a).unwrap();
            assert_eq!(pattern.distance(&b, 64), Some(by_table(&a, &b)), "{a} {b}");
        }
        let (a, b) = ("abc".repeat(21) + "a", "acb".repeat(21));
        let pattern = Pattern::new(&a).unwrap();
        assert_eq!(pattern.distance(&b, 64), Some(by_table(&a, &b)));
    }
}
