//! What can be typed, and what the debugger says about it.

/// A command, as `help` explains it.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// What is typed in full.
    pub name: &'static str,
    /// Other names. A unique beginning of a name means it too.
    pub short: &'static [&'static str],
    /// The whole line, with what may be left out in brackets.
    pub usage: &'static str,
    /// What it does, in a few sentences.
    pub about: &'static str,
    /// Lines to try.
    pub examples: &'static [&'static str],
}

const fn command(
    name: &'static str,
    short: &'static [&'static str],
    usage: &'static str,
    about: &'static str,
    examples: &'static [&'static str],
) -> Command {
    Command {
        name,
        short,
        usage,
        about,
        examples,
    }
}

/// Every command, in the order in which `help` lists them.
#[rustfmt::skip]
pub static COMMANDS: &[Command] = &[
    command("break", &["b", "br"], "break [LOCATION] [if CONDITION]",
        "Stop before the instruction at a line, a label, a function, or an address (`*0x10`). Without a location: \
         here. A condition looks from the wave that is about to issue the instruction.",
        &["break 14", "break kernel.flux:14", "break loop", "break *0x20 if v3[5] > 1.0", "break loop if wg == (1,0,0) && wave == 2", "break loop if any(R1.x < 0.0)"]),
    command("tbreak", &["tb"], "tbreak [LOCATION] [if CONDITION]",
        "A breakpoint that is gone after it has stopped once.", &["tbreak loop"]),
    command("watch", &["wa"], "watch PLACE [if CONDITION]",
        "Stop after an instruction that changes a register of the selected wave, some of its lanes, or \
         memory.", &["watch R3.x[5]", "watch exec", "watch out_y[3]", "watch local[0:63]"]),
    command("rwatch", &["rw"], "rwatch PLACE", "Stop after an instruction that reads memory or a register.", &["rwatch a[0]", "rwatch v3"]),
    command("awatch", &["aw"], "awatch PLACE", "Stop after an instruction that reads or writes memory or a register.", &["awatch a[0:3]"]),
    command("delete", &["d", "del"], "delete [NUMBER...]", "Remove breakpoints and watchpoints, or all of them.", &["delete 2", "delete"]),
    command("enable", &["en"], "enable NUMBER...", "Let a breakpoint or watchpoint stop the run again.", &["enable 1"]),
    command("disable", &["dis"], "disable NUMBER...", "Keep a breakpoint or watchpoint, but pass by it.", &["disable 1"]),
    command("condition", &["cond"], "condition NUMBER [CONDITION]", "Give a breakpoint or watchpoint a condition, or take it away.", &["condition 1 lane == 0", "condition 1"]),
    command("ignore", &["ig"], "ignore NUMBER COUNT", "Pass by a breakpoint or watchpoint that many times.", &["ignore 1 100"]),
    command("run", &["r", "start"], "run", "Go back to the start. Breakpoints stay.", &["run"]),
    command("continue", &["c", "cont"], "continue [COUNT]", "Run until something stops it; with a count, pass by the breakpoint that often.", &["continue", "continue 5"]),
    command("step", &["s"], "step [COUNT]",
        "The selected wave goes on to another line, into functions. Where nothing says which lines there \
         are: one instruction.", &["step", "step 3"]),
    command("next", &["n"], "next [COUNT]", "As step, but over functions and barriers.", &["next"]),
    command("stepi", &["si"], "stepi [COUNT | all]",
        "The selected wave issues one instruction and the others stand still; `all`: every wave of the \
         workgroup issues one.", &["stepi", "stepi 10", "stepi all"]),
    command("nexti", &["ni"], "nexti [COUNT]", "As stepi, but over functions that are called and over barriers: the other waves run as long as it takes.", &["nexti"]),
    command("stepc", &["sc"], "stepc [COUNT]", "On a machine with a clock (Waves, and those that --cycles gives one): run for so many cycles.", &["stepc", "stepc 100"]),
    command("until", &["u"], "until [LOCATION]", "Run to the end of the innermost loop around the selected wave, or until it comes to a location.", &["until", "until end_if"]),
    command("advance", &["adv"], "advance LOCATION", "Run until the selected wave comes to a location.", &["advance 20"]),
    command("finish", &["fin"], "finish", "Run until the selected wave has left the function that it is in. Outside of functions: until it has ended.", &["finish"]),
    command("reverse-step", &["rs", "reverse-next", "rn"], "reverse-step [COUNT]", "Back to where the line before this one began.", &["reverse-step"]),
    command("reverse-stepi", &["rsi"], "reverse-stepi [COUNT]", "Take back the last instruction of the selected wave, and all that happened since.", &["reverse-stepi", "rsi 10"]),
    command("reverse-nexti", &["rni"], "reverse-nexti [COUNT]", "The same as reverse-stepi.", &["reverse-nexti"]),
    command("reverse-continue", &["rc"], "reverse-continue", "Run backwards to the last breakpoint or change that was passed, or to the start.", &["reverse-continue"]),
    command("goto", &["g"], "goto MOMENT", "Go to the moment after that many instructions of all waves together.", &["goto 1000", "goto time - 5"]),
    command("wave", &["w", "thread"], "wave [NUMBER]", "Select a wave of the workgroup, or say which is selected.", &["wave 3"]),
    command("workgroup", &["wg"], "workgroup [(X,Y,Z)]", "Select a workgroup, where several are under way, or list them.", &["workgroup (1,0,0)", "wg 2"]),
    command("lane", &["la"], "lane [NUMBER]", "Select a lane: the one that a vector register means where one value is wanted.", &["lane 7"]),
    command("print", &["p", "inspect"], "print[/FORMAT] EXPRESSION",
        "Show a register, lanes of it, an argument, or anything computed from them. Formats: x hex, d \
         signed, u unsigned, f float, h halves, t binary, c character.",
        &["print R3", "print/x v3[0:7]", "print s[0:3]", "print out_y[3,:]", "print R1.x[5] * 2.0 + 1", "print f32(s4)", "print tr3.f16[2,:]"]),
    command("x", &[], "x[/COUNT FORMAT SIZE] ADDRESS",
        "Show memory. Sizes: b 1, h 2, w 4, g 8 bytes; format i shows instructions. A place such as \
         `local[16]` or an argument stands for its address.",
        &["x/16fw &a", "x/8xw out_y[3,0]", "x/4xw local[0]", "x/5i pc"]),
    command("display", &["disp"], "display[/FORMAT] [EXPRESSION]", "Show an expression at every stop; without one, show all of them now.", &["display R1.x[0:3]"]),
    command("undisplay", &["undisp"], "undisplay [NUMBER...]", "No longer show it.", &["undisplay 1"]),
    command("set", &[], "set var PLACE = EXPRESSION", "Change a register, a lane of it, or memory. What was to come after this moment will come differently.", &["set var R1.x[5] = 2.5", "set var exec = 0xff", "set var a[3] = 1"]),
    command("list", &["l"], "list [LINE | LOCATION]", "Show the source around where the selected wave stands, or around a line. `FILE:LINE` is one of a file that the source includes.", &["list", "list 20", "list helper.h:5"]),
    command("disassemble", &["disas"], "disassemble [LOCATION]", "Show instructions with their source lines; for the next one the active lanes and the values it reads.", &["disassemble", "disassemble loop"]),
    command("backtrace", &["bt", "where", "history"], "backtrace [COUNT]", "The functions that the selected wave is in: copies that a compiler put in place of a call, and those that called. Then the last instructions that it has issued, with its active lanes.", &["backtrace", "backtrace 20"]),
    command("frame", &["f"], "frame [NUMBER]", "Look from a function that called, or say which frame is looked from: what `print`, `info locals` and `list` mean. 0 is where the wave is.", &["frame 1"]),
    command("up", &[], "up [COUNT]", "Look from the function that called this one.", &["up"]),
    command("down", &["do"], "down [COUNT]", "Look from the function that this one called.", &["down"]),
    command("origin", &["who", "last-write"], "origin PLACE", "Who wrote this last: the instruction, the wave, and when. Found by running backwards.", &["origin R3.x[5]", "origin out_y[3]"]),
    command("info", &["i"], "info WHAT",
        "breakpoints, watchpoints, display, waves, lanes, registers [NAME], workgroups, barriers, pending, \
         args, locals, symbols, line, frame, sources, time, cycles.",
        &["info waves", "info registers", "info registers R3", "info pending"]),
    command("dump", &[], "dump FILE", "Write the state of every wave as JSON, for `debug --core FILE`.", &["dump state.json"]),
    command("help", &["h"], "help [COMMAND]", "This.", &["help break"]),
    command("quit", &["q", "exit"], "quit", "Leave.", &["quit"]),
];

/// The command that a word means.
pub fn find(word: &str) -> Result<&'static Command, String> {
    let exact = |command: &&Command| command.name == word || command.short.contains(&word);
    if let Some(command) = COMMANDS.iter().find(exact) {
        return Ok(command);
    }
    let begins = |command: &&Command| {
        command.name.starts_with(word) || command.short.iter().any(|name| name.starts_with(word))
    };
    let mut found = COMMANDS.iter().filter(begins);
    match (found.next(), found.next()) {
        (Some(command), None) => Ok(command),
        (Some(a), Some(b)) => {
            let rest = found.map(|command| command.name);
            let names: Vec<&str> = [a.name, b.name].into_iter().chain(rest).collect();
            Err(format!("`{word}` may mean {}", names.join(", ")))
        }
        _ => {
            let names = COMMANDS.iter().flat_map(|command| {
                std::iter::once(command.name).chain(command.short.iter().copied())
            });
            let hint = source::did_you_mean(word, names);
            let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
            Err(format!(
                "there is no command `{word}`{hint} (`help` lists them)"
            ))
        }
    }
}

/// All commands, or one of them.
pub fn help(topic: &str) -> Result<String, String> {
    if topic.is_empty() {
        let mut text = String::new();
        for command in COMMANDS {
            let first = command
                .about
                .split_inclusive(['.', ':'])
                .next()
                .unwrap_or("");
            let first = first.trim_end_matches(['.', ':']);
            text += &format!("{:<18} {first}\n", command.name);
        }
        text += "\n`help COMMAND` says more. A unique beginning of a name is enough; an empty line \
                 repeats the last command.\n";
        return Ok(text);
    }
    let command = find(topic)?;
    let mut text = format!("{}\n", command.usage);
    if !command.short.is_empty() {
        text += &format!("also: {}\n", command.short.join(", "));
    }
    text += &format!("\n{}\n\nexamples:\n", command.about);
    for example in command.examples {
        text += &format!("  {example}\n");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_command_has_an_example_that_begins_with_it() {
        let mut names = std::collections::BTreeSet::new();
        for command in COMMANDS {
            for name in command.short.iter().chain([&command.name]) {
                assert!(names.insert(*name), "{name} means two commands");
            }
            assert!(!command.examples.is_empty(), "{}", command.name);
            for example in command.examples {
                let word = example.split([' ', '/']).next().unwrap();
                assert_eq!(find(word).unwrap().name, command.name, "{example}");
            }
        }
    }

    #[test]
    fn beginnings_are_enough_where_they_are_unique() {
        let name = |word| find(word).map(|command| command.name);
        assert_eq!(name("disas"), Ok("disassemble"));
        assert_eq!(name("reverse-c"), Ok("reverse-continue"));
        assert_eq!(name("s"), Ok("step"));
        assert!(
            name("contineu")
                .unwrap_err()
                .contains("did you mean `continue`?")
        );
        assert!(name("re").unwrap_err().contains("may mean"));
    }
}
