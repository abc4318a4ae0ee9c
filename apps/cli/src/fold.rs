//! Text that fits into a terminal: long lines are broken between words, rows of boxes between boxes.

/// Breaks what is longer than `width`. A word that is longer stays whole.
pub fn fold(text: &str, width: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        match lines[at..] {
            [bits, above, fields, below, ..]
                if is_border(above) && above == below && length(above) > width =>
            {
                boxes([bits, above, fields, below], width, &mut out);
                at += 4;
            }
            _ => {
                words(lines[at], width, &mut out);
                at += 1;
            }
        }
    }
    out
}

fn length(line: &str) -> usize {
    line.chars().count()
}

/// The line above or below boxes: `  +----+-------+`.
fn is_border(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('+') && line.chars().all(|c| c == '+' || c == '-')
}

/// As many boxes side by side as there is room for, and the others below them.
fn boxes(lines: [&str; 4], width: usize, out: &mut String) {
    let lines = lines.map(|line| line.chars().collect::<Vec<_>>());
    let edges = lines[1].iter().enumerate().filter(|(_, c)| **c == '+');
    let edges: Vec<usize> = edges.map(|(at, _)| at).collect();
    let indent = edges[0];
    let mut first = 0;
    while first + 1 < edges.len() {
        let fits = |&edge: &usize| indent + edge - edges[first] < width;
        let last = edges[first + 1..]
            .iter()
            .take_while(|edge| fits(edge))
            .count();
        let last = first + last.max(1);
        for line in &lines {
            let end = line.len().min(edges[last] + 1);
            let part: String = line[edges[first].min(end)..end].iter().collect();
            out.push_str(format!("{}{part}", " ".repeat(indent)).trim_end());
            out.push('\n');
        }
        first = last;
    }
}

fn words(line: &str, width: usize, out: &mut String) {
    let hang = hang(line, width);
    let mut rest = line.to_string();
    while length(&rest) > width {
        let body = length(&rest) - length(rest.trim_start());
        // Where the last word ends that fits; behind the indentation, or nothing would be left over.
        let ends = rest.char_indices().enumerate();
        let ends = ends.filter(|(count, (_, c))| *c == ' ' && (body + 1..=width).contains(count));
        let Some((_, (end, _))) = ends.last() else {
            break;
        };
        let (line, after) = rest.split_at(end);
        out.push_str(line.trim_end());
        out.push('\n');
        rest = format!("{}{}", " ".repeat(hang), after.trim_start());
    }
    out.push_str(&rest);
    out.push('\n');
}

/// Where the lines begin that a line goes on in: below its second column if it has one near the
/// left, else a bit further in than the line itself.
fn hang(line: &str, width: usize) -> usize {
    let indent = length(line) - length(line.trim_start());
    let second = line.trim_start().split_once("  ").map(|(first, after)| {
        let gap = length(after) - length(after.trim_start());
        indent + length(first) + 2 + gap
    });
    match second {
        Some(second) if second <= width / 2 => second,
        Some(_) => (indent + 4).min(width / 2),
        None => indent.min(width / 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let text = "one two three four\n  r  a vector register\n\nword_that_is_too_long x\n";
        let expected =
            "one two three\nfour\n  r  a vector\n     register\n\nword_that_is_too_long x\n";
        assert_eq!(fold(text, 16), expected);
        assert_eq!(fold(text, 200), text);
    }

    #[test]
    fn boxes_go_on_below() {
        let text = "    31    30:8   7:0\n  +----+-------+------+\n  | 0  |  imm  | code |\n  +----+-------+------+\n";
        let expected = "    31    30:8\n  +----+-------+\n  | 0  |  imm  |\n  +----+-------+\n    7:0\n  +------+\n  | code |\n  +------+\n";
        assert_eq!(fold(text, 20), expected);
        assert_eq!(fold(text, 23), text);
        for width in 1..40 {
            let folded = fold(text, width);
            let count = |text: &str, what: char| text.matches(what).count();
            assert!(count(&folded, 'm') == 2 && count(&folded, '0') == count(text, '0'));
        }
    }
}
