//! `wavetank workbench`: the page, and the file that it opens, on the loopback address.

use crate::args::WorkbenchArgs;
use crate::out::{self, Exit, Outcome};
use compile::Folder;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wavetank::{Error, Files};

/// Longest head of a request, and longest file that is served.
const MAX_HEAD: u64 = 16 << 10;
const MAX_FILE: u64 = 256 << 20;
/// Connections at a time; browsers open six.
const MOST: usize = 64;
const PATIENCE: Duration = Duration::from_secs(10);

/// The site, where it was put into the program when that was built.
const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));

pub fn workbench(args: &WorkbenchArgs) -> Outcome {
    let folder = match &args.site {
        Some(folder) => Some(folder.clone()).filter(|folder| is_site(folder)),
        None if !BUILT_IN.is_empty() => None,
        None => near_this_program(),
    };
    let site: Option<Box<dyn Files + Send + Sync>> = match folder {
        Some(folder) => Some(Box::new(Folder::new(folder))),
        None if args.site.is_none() && !BUILT_IN.is_empty() => {
            let files = BUILT_IN.iter();
            let files = files.map(|&(name, bytes)| (name.to_string(), bytes.to_vec()));
            Some(Box::new(files.collect::<BTreeMap<_, _>>()))
        }
        None => None,
    };
    let Some(site) = site else {
        let message = match &args.site {
            Some(folder) => format!("{}: the workbench is not in this folder", folder.display()),
            None => "the workbench is not built".to_string(),
        };
        return Err(Error::Plain(format!(
            "{message}; `scripts/build-web` in the sources builds it into target/web, and `--site FOLDER` \
             says where it is"
        )));
    };
    if let Some(file) = &args.file {
        // What cannot be read is told here, not in the page.
        std::fs::File::open(file)
            .and_then(|it| it.metadata())
            .and_then(|it| match it.is_file() {
                true => Ok(()),
                false => Err(io::Error::other("this is not a plain file")),
            })
            .map_err(|why| Error::Plain(format!("cannot read {}: {why}", file.display())))?;
    }
    let fail = |why: io::Error| Error::Plain(format!("--port {}: {why}", args.port));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(fail)?;
    let port = listener.local_addr().map_err(fail)?.port();
    let query = if args.file.is_some() { "?file" } else { "" };
    out::data(&format!("http://127.0.0.1:{port}/{query}\n"))?;
    out::note("the workbench is served at this address until it is interrupted");
    let server = Arc::new(Server {
        site,
        file: args.file.clone(),
        port,
        open: AtomicUsize::new(0),
    });
    for stream in listener.incoming().filter_map(Result::ok) {
        if server.open.fetch_add(1, Ordering::Relaxed) >= MOST {
            server.open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let server = server.clone();
        std::thread::spawn(move || {
            // A browser that went away is no error.
            let _ = server.serve(stream);
            server.open.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(Exit::DONE)
}

fn is_site(folder: &Path) -> bool {
    folder.join("index.html").is_file() && folder.join("engine.wasm").is_file()
}

/// Beside the program, or where the sources build it.
fn near_this_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?;
    let places = [
        folder.join("web"),
        folder.join("../web"),
        folder.join("../share/wavetank/web"),
        PathBuf::from("target/web"),
    ];
    places.into_iter().find(|place| is_site(place))
}

struct Server {
    site: Box<dyn Files + Send + Sync>,
    file: Option<PathBuf>,
    port: u16,
    open: AtomicUsize,
}

/// What a request is answered with: its status, its type, the name of a file, its bytes.
struct Answer {
    status: &'static str,
    kind: &'static str,
    name: String,
    body: Vec<u8>,
}

impl Answer {
    fn refused(status: &'static str) -> Answer {
        Answer {
            status,
            kind: "text/plain",
            name: String::new(),
            body: Vec::new(),
        }
    }
}

impl Server {
    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut lines = BufReader::new(stream.try_clone()?.take(MAX_HEAD)).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        let mut host = String::new();
        for line in lines {
            let line = line?;
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("host")
            {
                host = value.trim().to_string();
            }
        }
        let mut words = first.split(' ');
        let answer = match (words.next(), words.next()) {
            // A page of another place that has its name point here does not get to see files.
            _ if !self.is_own(&host) => Answer::refused("403 Forbidden"),
            (Some("GET" | "HEAD"), Some(path)) => self.answer(path),
            (Some(_), Some(_)) => Answer::refused("405 Method Not Allowed"),
            _ => Answer::refused("400 Bad Request"),
        };
        let name = match answer.name.is_empty() {
            true => String::new(),
            false => format!("x-name: {}\r\n", encoded(&answer.name)),
        };
        let head = format!(
            "HTTP/1.1 {}\r\ncontent-type: {}\r\ncontent-length: {}\r\n{name}cache-control: no-cache\r\n\
             x-content-type-options: nosniff\r\nx-frame-options: SAMEORIGIN\r\n\
             cross-origin-resource-policy: same-origin\r\nconnection: close\r\n\r\n",
            answer.status,
            answer.kind,
            answer.body.len(),
        );
        stream.write_all(head.as_bytes())?;
        if !first.starts_with("HEAD") {
            stream.write_all(&answer.body)?;
        }
        stream.flush()
    }

    fn is_own(&self, host: &str) -> bool {
        let own = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        own.iter().any(|own| own == host)
    }

    fn answer(&self, target: &str) -> Answer {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let Some(path) = decoded(path.trim_start_matches('/')) else {
            return Answer::refused("400 Bad Request");
        };
        let near = self.file.as_deref().map(Folder::of_file);
        let (files, path, name): (&dyn Files, String, String) =
            match (path.as_str(), &near, &self.file) {
                ("file", Some(near), Some(file)) => {
                    let name = file.file_name().unwrap_or_default().to_string_lossy();
                    (near, name.to_string(), name.to_string())
                }
                // A file that the kernel names, where it may name it.
                ("near", Some(near), _) => {
                    let Some(name) = decoded(query) else {
                        return Answer::refused("400 Bad Request");
                    };
                    (near, name, String::new())
                }
                (path, ..) => {
                    let whole = path.is_empty() || path.ends_with('/');
                    let name = format!("{path}{}", if whole { "index.html" } else { "" });
                    (&*self.site, name, String::new())
                }
            };
        match files.read(&path, 0, MAX_FILE) {
            Err(_) => Answer::refused("404 Not Found"),
            Ok(body) => Answer {
                status: "200 OK",
                kind: kind(&path),
                name,
                body,
            },
        }
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// What stands for itself in an address, and `%XX` for the rest.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let each = text.bytes().map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    each.collect()
}

/// The text that `%XX` stand for; nothing where they stand for none.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        bytes.push((digit(rest.next())? << 4 | digit(rest.next())?) as u8);
    }
    String::from_utf8(bytes).ok()
}
