//! Commands that look at state, and the one that changes it.

use super::{Console, Display, Done, Reply, TextStyle, count};
use crate::eval::{Store, Thing};
use crate::value::{ExprValue, Notation, element_bytes, register_bits};
use arch::RegisterFormat;
use kernel::Type;
use uop::{Edit, RegisterPlace, Space};

impl Console {
    pub(super) fn print(&mut self, options: &str, text: &str, reply: &mut Reply) -> Done {
        let format = format_of(options)?;
        if text.is_empty() {
            return Err("expected an expression, as in `print R1`".into());
        }
        let expr = super::parse(text)?;
        let answer = self.session.look(|scope| scope.answer(&expr))?;
        self.show_answer(text, &answer, format, reply);
        Ok(())
    }

    pub(super) fn display(&mut self, options: &str, text: &str, reply: &mut Reply) -> Done {
        if text.is_empty() {
            self.show_displays(reply);
            return Ok(());
        }
        let format = format_of(options)?;
        let expr = super::parse(text)?;
        let answer = self.session.look(|scope| scope.answer(&expr))?;
        self.last_display += 1;
        let id = self.last_display;
        reply.add(TextStyle::Dim, format!("{id}: "));
        self.show_answer(text, &answer, format, reply);
        self.displays.push(Display {
            id,
            text: text.into(),
            expr,
            format,
        });
        Ok(())
    }

    pub(super) fn undisplay(&mut self, text: &str) -> Done {
        if text.is_empty() {
            self.displays.clear();
            return Ok(());
        }
        for id in super::code::numbers(text)? {
            let before = self.displays.len();
            self.displays.retain(|display| display.id != id);
            if self.displays.len() == before {
                return Err(format!("there is no display {id}"));
            }
        }
        Ok(())
    }

    /// `x/16fw ADDRESS`
    pub(super) fn examine(&mut self, options: &str, text: &str, reply: &mut Reply) -> Done {
        let digits = options
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(options.len());
        let (times, letters) = options.split_at(digits);
        let times = count(times)?.min(1 << 16);
        let expr = super::parse(text)?;
        let thing = self.session.look(|scope| scope.thing(&expr))?;
        let (space, address) = match thing {
            Some(Thing::Elements(elements)) => match elements.of {
                Store::Memory(space) => (space, elements.addresses.first().copied().unwrap_or(0)),
                Store::Register(_) => {
                    let name = &elements.name;
                    return Err(format!("{name} is not in memory: `print` shows it"));
                }
            },
            _ => {
                let value = self.session.look(|scope| scope.number(&expr))?;
                let address = value.integer().and_then(|n| u64::try_from(n).ok());
                (
                    Space::Global,
                    address.ok_or("an address is a number from 0 on")?,
                )
            }
        };
        if letters == "i" {
            let first = self.session.subject().inst_at(address);
            let first = first.ok_or_else(|| format!("no instruction begins at {address:#x}"))?;
            self.show_instructions(first, times as usize, reply);
            return Ok(());
        }
        let (mut size, mut format) = (4, Notation::Hex);
        for letter in letters.chars() {
            match letter {
                'b' => size = 1,
                'h' => size = 2,
                'w' => size = 4,
                'g' => size = 8,
                letter => {
                    let known = Notation::from_letter(letter);
                    format = known.ok_or_else(|| {
                        format!(
                            "`{letter}` is neither a format (x d u f t c i) nor a size (b h w g)"
                        )
                    })?;
                }
            }
        }
        let ty = match (size, format) {
            (1, _) => Type::U8,
            (2, Notation::Float) => Type::F16,
            (2, _) => Type::U16,
            (8, Notation::Float) => Type::F64,
            (8, _) => Type::U64,
            (_, Notation::Float) => Type::F32,
            _ => Type::U32,
        };
        let values = (0..times).map(|i| {
            let at = address
                .checked_add(i * size)
                .ok_or("past the last address")?;
            self.session.look(|scope| scope.element(space, ty, at))
        });
        let values: Vec<ExprValue> = values.collect::<Result<_, String>>()?;
        let texts: Vec<String> = values.iter().map(|v| v.show(Some(format))).collect();
        let widest = texts.iter().map(|text| text.chars().count()).max();
        let widest = widest.unwrap_or(1);
        let per_row = (16 / size as usize).max(2);
        for (row, chunk) in texts.chunks(per_row).enumerate() {
            let at = address + (row * per_row) as u64 * size;
            reply.add(TextStyle::Dim, format!("{at:#010x}:"));
            for text in chunk {
                reply.plain(format!("  {text:>widest$}"));
            }
            reply.plain("\n");
        }
        Ok(())
    }

    /// `set var PLACE = EXPRESSION`
    pub(super) fn set(&mut self, text: &str, reply: &mut Reply) -> Done {
        let usage = "expected `set var PLACE = EXPRESSION`";
        let rest = match text.split_once(char::is_whitespace) {
            Some(("var" | "variable", rest)) => rest.trim_start(),
            _ => text,
        };
        let (place, value) = rest.split_once('=').ok_or(usage)?;
        let (place, value) = (place.trim(), value.trim());
        let (place_expr, value_expr) = (super::parse(place)?, super::parse(value)?);
        let thing = self.session.look(|scope| scope.thing(&place_expr))?;
        let thing = thing.ok_or_else(|| format!("`{place}` is neither a register nor memory"))?;
        let value = self.session.look(|scope| scope.number(&value_expr))?;
        for edit in self.edits(&thing, value)? {
            self.session.edit(edit)?;
        }
        self.recapture();
        let answer = self.session.look(|scope| scope.answer(&place_expr))?;
        self.show_answer(place, &answer, None, reply);
        Ok(())
    }

    fn edits(&self, thing: &Thing, value: ExprValue) -> Result<Vec<Edit>, String> {
        let wave = self.session.selected_wave();
        let wave = wave.ok_or_else(|| self.session.no_wave())?;
        let lane = self.session.selected_lane();
        let lanes = self.session.subject().lanes as usize;
        let unfit = |bytes: u8| format!("{} does not fit {} bits", value.show(None), 8 * bytes);
        let mut edits = Vec::new();
        match thing {
            Thing::Exec => {
                let mask = register_bits(value, 8).ok_or_else(|| unfit(8))?;
                edits.push(Edit::Exec { wave, mask });
            }
            Thing::Elements(elements) => {
                // Bits without a type take an integer or a float.
                let bytes = match elements.untyped {
                    true => {
                        let bits = register_bits(value, 4).ok_or_else(|| unfit(4))?;
                        (bits as u32).to_le_bytes().to_vec()
                    }
                    false => element_bytes(value, elements.ty)?,
                };
                edits.extend(elements.addresses.iter().map(|&address| match elements.of {
                    Store::Memory(space) => Edit::Bytes {
                        space,
                        wave,
                        lane,
                        address,
                        bytes: bytes.clone(),
                    },
                    Store::Register(block) => Edit::Block {
                        wave,
                        number: block.number,
                        offset: address as usize,
                        bytes: bytes.clone(),
                    },
                }));
            }
            Thing::Registers(slices) => {
                for slice in slices {
                    let bytes = 4 * slice.words.min(2) as u8;
                    let bits = register_bits(value, bytes).ok_or_else(|| unfit(bytes))?;
                    let bits = match (slice.format, value) {
                        // A float register of 64 bits takes doubles; one that is boxed stays so.
                        (RegisterFormat::Boxed, ExprValue::Float(x)) => x.to_bits(),
                        _ => bits,
                    };
                    let words = (0..slice.words.min(2)).map(|n| (n, (bits >> (32 * n)) as u32));
                    match slice.place {
                        RegisterPlace::Scalar(reg) => {
                            edits.extend(words.map(|(n, value)| Edit::Scalar {
                                wave,
                                reg: reg.plus(n),
                                value,
                            }));
                        }
                        RegisterPlace::Mask(reg) if slice.lanes.is_none() => {
                            let bits = register_bits(value, 8).ok_or_else(|| unfit(8))?;
                            for n in 0..lanes.div_ceil(32) as u16 {
                                edits.push(Edit::Scalar {
                                    wave,
                                    reg: reg.plus(n),
                                    value: (bits >> (32 * n)) as u32,
                                });
                            }
                        }
                        RegisterPlace::Block(_) => {}
                        RegisterPlace::Mask(_) => {
                            return Err("a mask is set as a whole".into());
                        }
                        RegisterPlace::Vector(reg) => {
                            let chosen = slice.lanes.clone().unwrap_or(0..=lanes - 1);
                            for (n, value) in words {
                                edits.extend(chosen.clone().map(|lane| Edit::Vector {
                                    wave,
                                    reg: reg.plus(n),
                                    lane,
                                    value,
                                }));
                            }
                        }
                    }
                }
            }
        }
        Ok(edits)
    }

    pub(super) fn backtrace(&mut self, text: &str, reply: &mut Reply) -> Done {
        let count = match text {
            "" => 10,
            text => count(text)?.min(1 << 16),
        };
        let trail = self.session.trail(count as usize)?;
        self.show_frames(reply);
        let subject = self.session.subject();
        if trail.is_empty() {
            let name = &subject.registers.wave;
            reply.line(format!("the {name} has issued nothing yet"));
        }
        let digits = (subject.lanes as usize).div_ceil(4) + 2;
        for issued in &trail {
            let Some(inst) = subject.insts.get(issued.inst as usize) else {
                continue;
            };
            let line = subject.line_name(inst);
            let line = line.map_or(String::new(), |line| format!("  {line}"));
            let time = issued.time;
            let exec = issued.exec;
            let mut text = format!("{time:>8}  {:#06x}  {:<28}", inst.address, inst.text);
            if subject.lanes > 1 {
                let name = &subject.registers.exec;
                text += &format!("  {name} {exec:#0digits$x}");
            }
            reply.line(text + &line);
        }
        self.show_place(reply);
        Ok(())
    }

    pub(super) fn frame_number(&mut self, text: &str, reply: &mut Reply) -> Done {
        if !text.is_empty() {
            let number = text.parse();
            let number =
                number.map_err(|_| format!("expected the number of a frame, found `{text}`"))?;
            self.session.select_frame(number)?;
            self.listed = None;
        }
        let frame = self.frame().ok_or_else(|| self.session.no_wave())?;
        self.show_frame(self.session.selected_frame(), &frame, reply);
        if let Some(line) = frame.line {
            let text = self.session.subject().source(frame.file).line(line);
            reply.line(format!("{line:>6}  {text}").trim_end());
        }
        Ok(())
    }

    /// Towards those that called, or back.
    pub(super) fn up(&mut self, text: &str, up: bool, reply: &mut Reply) -> Done {
        let count = usize::try_from(count(text)?).unwrap_or(usize::MAX);
        let now = self.session.selected_frame();
        let frames = self.session.selected_wave();
        let frames = frames.map_or(0, |id| self.session.frames(id).len());
        if frames == 0 {
            return Err(self.session.no_wave());
        }
        let to = match up {
            true => now.saturating_add(count).min(frames.saturating_sub(1)),
            false => now.saturating_sub(count),
        };
        match (to == now, up) {
            (true, true) => Err("this is the outermost frame".into()),
            (true, false) => Err("this is the innermost frame".into()),
            _ => self.frame_number(&to.to_string(), reply),
        }
    }

    pub(super) fn origin(&mut self, text: &str, reply: &mut Reply) -> Done {
        let expr = super::parse(text)?;
        let thing = self.session.look(|scope| scope.thing(&expr))?;
        let thing = thing.ok_or_else(|| format!("`{text}` is neither a register nor memory"))?;
        let origin = self.session.last_write(&thing)?;
        let Some(origin) = origin else {
            reply.line(format!(
                "{text} has not been written: it is as it was at the start"
            ));
            return Ok(());
        };
        let subject = self.session.subject();
        let Some(inst) = subject.insts.get(origin.inst as usize) else {
            return Err("the instruction that wrote it is not known".into());
        };
        let [x, y, z] = origin.group;
        let name = &subject.registers.wave;
        let lane = origin.lane.filter(|_| subject.lanes > 1);
        let lane = lane.map_or(String::new(), |lane| format!(", lane {lane}"));
        let line = subject.line_name(inst);
        let line = line.map_or(String::new(), |line| format!("  {line}"));
        reply.line(format!(
            "{text} was written by {name} {} of workgroup ({x},{y},{z}){lane}, after {} instructions:",
            origin.wave, origin.time
        ));
        let place = subject.place_name(inst.address);
        reply.line(format!(
            "   {:#06x}{place}  {}{line}",
            inst.address, inst.text
        ));
        reply.line(format!("`goto {}` goes there", origin.time));
        Ok(())
    }

    pub(super) fn dump(&mut self, path: &str, reply: &mut Reply) -> Done {
        if path.is_empty() {
            return Err("expected the name of a file".into());
        }
        reply.file = Some((
            path.to_string(),
            self.session.to_core("asked for").to_string(),
        ));
        Ok(())
    }
}

fn format_of(options: &str) -> Result<Option<Notation>, String> {
    let mut letters = options.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Ok(None),
        (Some(letter), None) => match Notation::from_letter(letter) {
            Some(format) => Ok(Some(format)),
            None => Err(format!("`{letter}` is no format; there are x d u f h t c")),
        },
        _ => Err("one letter says the format: x d u f h t c".into()),
    }
}
