//! "Did you mean": the nearest known name.

/// The candidate closest to `word` by edit distance (case folded), if it is close enough that a
/// person would call it a typo: at most a third of the word's length, and at least one letter kept.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let limit = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_lowercase(), limit), candidate))
        .filter(|&(d, candidate)| d <= limit && d < candidate.len().max(word.len()))
        .min_by_key(|&(d, candidate)| (d, candidate.len()))
        .map(|(_, candidate)| candidate)
}

/// The help line that goes with an unknown name.
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(word, candidates).map(|name| format!("did you mean `{name}`?"))
}

/// Optimal string alignment distance (a transposition counts one); anything above `limit` may
/// come back as any number above `limit`.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = a[i - 1] == b[j - 1];
            row[j] = (last[j] + 1)
                .min(row[j - 1] + 1)
                .min(last[j - 1] + usize::from(!same));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
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
    }
}
