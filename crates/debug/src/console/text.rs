//! Text with meaning: who shows it decides about colours.

/// What a piece of text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextStyle {
    /// Nothing special.
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
    /// Why a command could not be carried out.
    Error,
}

/// Text of one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSpan {
    /// How it is to look.
    pub style: TextStyle,
    /// Without escape sequences.
    pub text: String,
}

/// What a command answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// What the kernel has printed on the way, which comes before the answer.
    pub printed: String,
    /// The answer, piece by piece; line breaks are in the text.
    pub spans: Vec<TextSpan>,
    /// The command failed.
    pub failed: bool,
    /// The user wants to leave.
    pub quit: bool,
    /// A file to be written: its name and what goes in.
    pub file: Option<(String, String)>,
}

impl Reply {
    /// Adds a piece.
    pub fn add(&mut self, style: TextStyle, text: impl Into<String>) -> &mut Reply {
        let text = text.into();
        self.spans.push(TextSpan { style, text });
        self
    }

    /// Adds a piece of nothing special.
    pub fn plain(&mut self, text: impl Into<String>) -> &mut Reply {
        self.add(TextStyle::Plain, text)
    }

    /// Adds a piece and ends the line.
    pub fn line(&mut self, text: impl Into<String>) -> &mut Reply {
        self.plain(text).plain("\n")
    }

    /// What was printed and the answer, without styles.
    pub fn text(&self) -> String {
        let spans = self.spans.iter().map(|span| span.text.as_str());
        std::iter::once(self.printed.as_str())
            .chain(spans)
            .collect()
    }
}
