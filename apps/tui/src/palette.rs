//! Colours that all eyes can tell apart (after Okabe and Ito), each with a second sign beside it:
//! bold, underlined, reversed, or a character. Without colours the second signs remain.

use ratatui::style::{Color, Modifier, Style};

/// How things look.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Colours are wanted.
    pub colour: bool,
}

/// From little to much, from dark to bright.
const HEAT: [u8; 8] = [17, 54, 60, 66, 72, 78, 149, 227];

/// The same without colours.
const SHADES: [&str; 5] = [" ", "░", "▒", "▓", "█"];

impl Palette {
    fn of(self, colour: u8, modifier: Modifier) -> Style {
        let style = Style::new().add_modifier(modifier);
        match self.colour {
            true => style.fg(Color::Indexed(colour)),
            false => style,
        }
    }

    pub(crate) fn plain(self) -> Style {
        Style::new()
    }

    /// Where the run stands.
    pub(crate) fn here(self) -> Style {
        self.of(74, Modifier::BOLD)
    }

    /// Different from what it was before the last move.
    pub(crate) fn changed(self) -> Style {
        self.of(214, Modifier::BOLD.union(Modifier::UNDERLINED))
    }

    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(crate) fn error(self) -> Style {
        self.of(166, Modifier::BOLD)
    }

    pub(crate) fn breakpoint(self) -> Style {
        self.of(166, Modifier::BOLD)
    }

    /// An active lane.
    pub(crate) fn active(self) -> Style {
        self.of(36, Modifier::empty())
    }

    /// A lane that goes another way than the active ones.
    pub(crate) fn elsewhere(self) -> Style {
        self.of(175, Modifier::empty())
    }

    pub(crate) fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(crate) fn title(self, focused: bool) -> Style {
        match focused {
            true => self.of(74, Modifier::BOLD.union(Modifier::REVERSED)),
            false => self.dim(),
        }
    }

    /// The cell of a heat map: how much, from 0 to 1.
    pub(crate) fn heat(self, amount: f64) -> (&'static str, Style) {
        let step = |n: usize| ((amount * n as f64) as usize).min(n - 1);
        match self.colour {
            true => {
                let colour = Color::Indexed(HEAT[step(HEAT.len())]);
                (" ", Style::new().bg(colour))
            }
            false => (SHADES[step(SHADES.len())], Style::new()),
        }
    }
}
