//! The line at which commands are typed.

use debug::Console;

/// What is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prompt {
    pub text: String,
    /// In characters.
    pub at: usize,
    /// What was typed before and is gone back to, from the last.
    back: usize,
    /// Words that may stand here, after the key for that.
    pub offers: Vec<String>,
}

impl Prompt {
    fn byte(&self) -> usize {
        let mut all = self.text.char_indices();
        all.nth(self.at).map_or(self.text.len(), |(byte, _)| byte)
    }

    pub fn insert(&mut self, c: char) {
        let at = self.byte();
        self.text.insert(at, c);
        self.at += 1;
        self.offers.clear();
    }

    pub fn erase(&mut self) {
        if self.at > 0 {
            self.at -= 1;
            let at = self.byte();
            self.text.remove(at);
        }
        self.offers.clear();
    }

    pub fn delete(&mut self) {
        let at = self.byte();
        if at < self.text.len() {
            self.text.remove(at);
        }
    }

    pub fn left(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    pub fn right(&mut self) {
        self.at = (self.at + 1).min(self.text.chars().count());
    }

    pub fn set(&mut self, text: &str) {
        self.text = text.to_string();
        self.at = self.text.chars().count();
        self.offers.clear();
    }

    /// Another line of those that were typed before.
    pub fn recall(&mut self, history: &[String], older: bool) {
        self.back = match older {
            true => (self.back + 1).min(history.len()),
            false => self.back.saturating_sub(1),
        };
        let line = match self.back {
            0 => "",
            n => &history[history.len() - n],
        };
        self.set(line);
    }

    /// Goes on with the word as far as there is only one way to.
    pub fn complete(&mut self, console: &Console) {
        let at = self.byte();
        let (start, words) = console.complete(&self.text[..at]);
        let typed = &self.text[start.min(at)..at];
        let common = words.iter().skip(1).fold(words.first().cloned(), |a, b| {
            let same = a?
                .chars()
                .zip(b.chars())
                .take_while(|(a, b)| a == b)
                .map(|(a, _)| a)
                .collect();
            Some(same)
        });
        if let Some(common) = common.filter(|common| common.len() > typed.len()) {
            self.text.replace_range(start..at, &common);
            self.at = self.text[..start].chars().count() + common.chars().count();
        }
        self.offers = if words.len() > 1 { words } else { Vec::new() };
    }
}
