//! What `wavetank workbench` serves, and what it does not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Served {
    process: Child,
    port: u16,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn wavetank() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wavetank"));
    command.arg("workbench");
    command
}

impl Served {
    fn start(folder: &std::path::Path) -> Served {
        let site = folder.join("site");
        std::fs::create_dir_all(site.join("examples")).unwrap();
        std::fs::write(site.join("index.html"), "<title>page</title>").unwrap();
        std::fs::write(site.join("engine.wasm"), "engine").unwrap();
        std::fs::create_dir_all(site.join("docs")).unwrap();
        std::fs::write(site.join("docs/index.html"), "documentation").unwrap();
        std::fs::create_dir_all(folder.join("kernels/data")).unwrap();
        std::fs::write(folder.join("kernels/my kernel.flux"), "text").unwrap();
        std::fs::write(folder.join("kernels/data/x.bin"), "values").unwrap();
        std::fs::write(folder.join("secret"), "secret").unwrap();
        let mut process = wavetank()
            .arg("--site")
            .arg(&site)
            .arg(folder.join("kernels/my kernel.flux"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        out.read_line(&mut address).unwrap();
        let port = address.trim().strip_prefix("http://127.0.0.1:");
        let port = port.and_then(|rest| rest.strip_suffix("/?file"));
        let port = port.expect("an address").parse().unwrap();
        Served { process, port }
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request = request.replace("HOST", &format!("127.0.0.1:{}", self.port));
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: HOST\r\n\r\n"))
    }
}

#[test]
fn the_page_and_the_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let page = served.get("/?file");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("text/html") && page.ends_with("<title>page</title>"));
    assert!(served.get("/engine.wasm").contains("application/wasm"));
    assert!(served.get("/docs/").ends_with("documentation"));
    let file = served.get("/file");
    assert!(file.contains("x-name: my%20kernel.flux\r\n") && file.ends_with("text"));
    assert!(served.get("/near?data%2Fx.bin").ends_with("values"));
    for path in [
        "/../secret",
        "/%2e%2e/secret",
        "/near?..%2Fsecret",
        "/near?%2Fetc%2Fpasswd",
        "//etc/passwd",
        "/nothing",
        "/examples",
        "/%zz",
        "/near?",
    ] {
        let answer = served.get(path);
        assert!(answer.starts_with("HTTP/1.1 40"), "{path}: {answer}");
        assert!(!answer.contains("secret") && !answer.contains("root:"));
    }
}

#[test]
fn pages_of_other_places_and_odd_requests_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let other = served.ask("GET /file HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n");
    assert!(other.starts_with("HTTP/1.1 403"), "{other}");
    let none = served.ask("GET /file HTTP/1.1\r\n\r\n");
    assert!(none.starts_with("HTTP/1.1 403"), "{none}");
    let post = served.ask("POST /file HTTP/1.1\r\nHost: HOST\r\n\r\n");
    assert!(post.starts_with("HTTP/1.1 405"), "{post}");
    served.ask(&format!(
        "GET /{} HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "a".repeat(100_000)
    ));
    assert!(served.get("/").starts_with("HTTP/1.1 200"));
}

#[test]
fn what_is_missing_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let output = wavetank()
        .arg("--site")
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("scripts/build-web"), "{text}");
}
