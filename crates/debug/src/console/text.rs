//! Text with meaning: who shows it decides about colours.

/// What a piece of text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    #[default]
    Plain,
    /// A heading or a name.
    Strong,
    /// Of less interest: inactive lanes, addresses.
    Dim,
    /// Different from what it was at the last stop.
    Changed,
    /// Where the run stands.
    Here,
    Error,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub style: Style,
    pub text: String,
}

/// What a command answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub spans: Vec<Span>,
    /// The command failed.
    pub failed: bool,
    /// The user wants to leave.
    pub quit: bool,
    /// A file to be written: its name and what goes in.
    pub file: Option<(String, String)>,
}

impl Reply {
    pub fn add(&mut self, style: Style, text: impl Into<String>) -> &mut Reply {
        let text = text.into();
        self.spans.push(Span { style, text });
        self
    }

    pub fn plain(&mut self, text: impl Into<String>) -> &mut Reply {
        self.add(Style::Plain, text)
    }

    pub fn line(&mut self, text: impl Into<String>) -> &mut Reply {
        self.plain(text).plain("\n")
    }

    /// Without styles.
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }
}
