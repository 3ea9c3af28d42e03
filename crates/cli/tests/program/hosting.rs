//! `docs/hosting.md` and `docs/bots.md` are followed word by word, on a machine that is a folder.

use std::fs;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, client};

use crate::house::House;
use crate::{Folder, PROGRAM, free_port, root};

/// How long a slow and busy machine may take for anything.
const PATIENCE: Duration = Duration::from_secs(120);

fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The blocks of a language in a section of a document.
fn blocks(name: &str, section: &str, language: &str) -> Vec<String> {
    let text = document(name);
    let text = text.split(&format!("\n## {section}\n")).nth(1).expect("the section");
    let text = text.split("\n## ").next().expect("its end");
    let opening = format!("```{language}\n");
    let blocks = text.split(&opening).skip(1);
    blocks
        .map(|block| block.split("```").next().expect("its end").to_owned())
        .collect()
}

/// A machine in a folder: what the document says of `/etc` and the like is meant of folders in it.
struct Machine {
    folder: Folder,
    address: String,
}

impl Machine {
    fn new() -> Machine {
        let folder = Folder::new();
        for name in ["bin", "deploy", "etc/sysusers.d", "etc/systemd/system", "var/lib"] {
            fs::create_dir_all(folder.path(name)).expect("a folder");
        }
        let machine = Machine {
            folder,
            address: format!("127.0.0.1:{}", free_port()),
        };
        for name in ["halte.service", "halte.sysusers", "halte.toml"] {
            let text = machine.local(&document(&format!("deploy/{name}")));
            machine.folder.write(&format!("deploy/{name}"), text);
        }
        machine.program("systemctl", include_str!("systemctl.sh"));
        // Who makes users, and who builds, are tested elsewhere.
        machine.program("systemd-sysusers", "#!/bin/sh\n");
        machine.program("cargo", "#!/bin/sh\n");
        machine
    }

    fn program(&self, name: &str, text: &str) {
        let path = self.folder.path(&format!("bin/{name}"));
        fs::write(&path, text).expect("a file");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
    }

    /// A text with this machine's paths, program and ports instead of a real one's.
    fn local(&self, text: &str) -> String {
        let root = self.folder.path("").display().to_string();
        let root = root.trim_end_matches('/');
        let mut text = text.to_owned();
        for (there, here) in [
            ("/usr/local/bin/", format!("{root}/bin/")),
            ("/etc/", format!("{root}/etc/")),
            ("/var/lib/", format!("{root}/var/lib/")),
            (" target/dist/halte", format!(" {PROGRAM}")),
            (" old/halte", format!(" {PROGRAM}")),
            // The group is made where the package is tested.
            (" -g halte", String::new()),
            ("127.0.0.1:8080", self.address.clone()),
            ("0.0.0.0:443", self.address.clone()),
        ] {
            text = text.replace(there, &here);
        }
        text
    }

    /// Types lines of a document into a shell, and gives what they print.
    fn types(&self, lines: &str) -> String {
        self.types_with(lines, &[])
    }

    fn types_with(&self, lines: &str, variables: &[(&str, &Path)]) -> String {
        let path = std::env::var("PATH").unwrap_or_default();
        let folder = self.folder.path("");
        let output = Command::new("sh")
            .args(["-euc", &self.local(lines)])
            .current_dir(&folder)
            .env("PATH", format!("{}:{path}", folder.join("bin").display()))
            .env("ROOT", &folder)
            // It stands for the one that is found without being named.
            .env("HALTE_CONFIG", folder.join("etc/halte.toml"))
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{lines}: {errors}{}",
            self.folder.read_if_there("log")
        );
        String::from_utf8(output.stdout).expect("text")
    }

    /// Types every block of a section, and gives what the last one prints.
    fn follows(&self, name: &str, section: &str) -> String {
        let blocks = blocks(name, section, "sh");
        assert!(!blocks.is_empty(), "{section} has no commands");
        self.types(&blocks.concat())
    }

    /// Installs the service as the document says, and starts it.
    fn installed() -> Machine {
        let machine = Machine::new();
        let blocks = blocks("docs/hosting.md", "As a service", "sh");
        let [_package, by_hand] = &blocks[..] else {
            panic!("the package, and everything by hand")
        };
        machine.types(by_hand);
        machine
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let pid = self.folder.read_if_there("pid");
        if !pid.trim().is_empty() {
            let _ = Command::new("kill")
                .args(["-KILL", pid.trim()])
                .stderr(Stdio::null())
                .status();
        }
    }
}

/// A process that ends with its test.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_document_shows_what_is_deployed() {
    let check = |language: &str, file: &str| {
        let shown = blocks("docs/hosting.md", "As a service", language);
        assert_eq!(shown, [document(file)], "docs/hosting.md shows another {file}");
    };
    check("ini", "deploy/halte.service");
    check("toml", "deploy/halte.toml");
}

/// From the installation to a game, a backup, an upgrade and back.
#[test]
fn a_service_is_hosted_word_by_word() {
    let machine = Machine::installed();
    let folder = &machine.folder;
    let (database, config) = (folder.path("var/lib/halte/halte.sqlite"), folder.path("etc/halte.toml"));
    let first = folder.read("log").lines().next().expect("a line").to_owned();
    let expected = format!(
        "the server starts (database {}, configuration {}, version ",
        database.display(),
        config.display()
    );
    assert!(first.contains(&expected), "{first}");
    assert!(database.exists());

    let said = machine.follows("docs/bots.md", "From nothing to a game, with curl");
    let last = serde_json::Deserializer::from_str(&said).into_iter::<Value>().last();
    assert_eq!(last.expect("a line").expect("JSON")["stage"], "over", "{said}");
    let accounts = || machine.types("halte administer accounts");
    assert_eq!(accounts(), "  my-bot\n");
    let well = format!("the server at http://{} is well\n", machine.address);
    assert_eq!(machine.types("halte serve --check"), well);

    let [save, bring_back] = &blocks("docs/hosting.md", "Backups", "sh")[..] else {
        panic!("out, and in again")
    };
    let said = machine.types(save);
    assert!(said.starts_with("monday.backup: ") && said.contains("1 game"), "{said}");
    machine.types(bring_back);
    assert_eq!(accounts(), "  my-bot\n");

    let [upgrade, downgrade] = &blocks("docs/hosting.md", "A newer version, and back", "sh")[..] else {
        panic!("there, and back")
    };
    // Both are this version here; `upgrade.rs` has what an older one wrote.
    machine.types(upgrade);
    assert_eq!(accounts(), "  my-bot\n");
    machine.types(downgrade);
    assert_eq!(accounts(), "  my-bot\n");
    assert!(folder.path("var/lib/halte/newer/halte.sqlite").exists());
}

/// A certificate of this machine's own, as certbot leaves it, and its fingerprint.
fn certify(machine: &Machine) -> String {
    machine.types(
        "mkdir -p live && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=play.example.org \
         -addext subjectAltName=DNS:play.example.org -keyout live/privkey.pem -out live/fullchain.pem 2> openssl.log",
    );
    machine.types("openssl x509 -noout -fingerprint -sha256 -in live/fullchain.pem")
}

#[test]
fn a_certificate_is_installed_and_renewed_word_by_word() {
    let machine = Machine::installed();
    let (hooks, configs) = (
        blocks("docs/hosting.md", "With a name of its own", "sh"),
        blocks("docs/hosting.md", "With a name of its own", "toml"),
    );
    machine.program("hook", &machine.local(&hooks[0]));
    let lineage = machine.folder.path("live");
    let deploy = || machine.types_with("hook", &[("RENEWED_LINEAGE", &lineage)]);
    let shown = || {
        let address = &machine.address;
        machine.types(&format!(
            "openssl s_client -connect {address} < /dev/null 2> client.log | openssl x509 -noout -fingerprint -sha256"
        ))
    };

    let first = certify(&machine);
    deploy();
    machine.folder.write("etc/halte.toml", machine.local(&configs[0]));
    machine.types("systemctl stop halte\nsystemctl start halte");
    assert_eq!(shown(), first);
    assert_eq!(
        machine.folder.read("output"),
        "halte listens at https://play.example.org\n"
    );
    // The operator asks the machine itself, whose certificate is for another name.
    assert_eq!(machine.types("halte administer accounts"), "");
    let well = format!("the server at https://{} is well\n", machine.address);
    assert_eq!(machine.types("halte serve --check"), well);

    let pid = machine.folder.read("pid");
    let second = certify(&machine);
    assert_ne!(first, second);
    deploy();
    let started = Instant::now();
    while shown() != second {
        assert!(started.elapsed() < PATIENCE, "{}", machine.folder.read("log"));
    }
    assert_eq!(machine.folder.read("pid"), pid, "it was not started anew");
}

/// nginx with the lines of the document, and a game that is played through it.
#[test]
fn a_move_is_played_through_nginx() {
    let machine = Machine::installed();
    let configs = blocks("docs/hosting.md", "With a name of its own", "toml");
    machine.folder.write("etc/halte.toml", machine.local(&configs[1]));
    machine.types("systemctl stop halte\nsystemctl start halte");
    let [location] = &blocks("docs/hosting.md", "With a name of its own", "nginx")[..] else {
        panic!("one location")
    };
    certify(&machine);
    let (port, secure_port) = (free_port(), free_port());
    let folder = machine.folder.path("");
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {}/{name};", folder.display()))
        .concat();
    machine.folder.write(
        "nginx.conf",
        format!(
            "user root;\npid nginx.pid;\nevents {{}}\nhttp {{ access_log off; {temporary}\n\
             server {{ listen 127.0.0.1:{port}; listen 127.0.0.1:{secure_port} ssl;\n\
             ssl_certificate live/fullchain.pem; ssl_certificate_key live/privkey.pem;\n{} }} }}\n",
            machine.local(location)
        ),
    );
    let mut nginx = Command::new("nginx");
    let path = std::env::var("PATH").unwrap_or_default();
    nginx
        .env("PATH", format!("{path}:/usr/sbin"))
        .arg("-p")
        .arg(&folder)
        .args([
            "-e",
            "nginx.log",
            "-g",
            "daemon off; master_process off;",
            "-c",
            "nginx.conf",
        ]);
    let _nginx = Ends(nginx.spawn().expect("nginx: on Debian, apt-get install nginx"));
    let started = Instant::now();
    let stream = loop {
        match TcpStream::connect(("127.0.0.1", port)) {
            Ok(stream) => break stream,
            Err(error) => assert!(
                started.elapsed() < PATIENCE,
                "{error}: {}",
                machine.folder.read_if_there("nginx.log")
            ),
        }
    };
    // As people come: by the public name, of which only curl knows where it is.
    let told = format!(
        "cacert = {0}/live/fullchain.pem\nconnect-to = play.example.org:443:127.0.0.1:{secure_port}\n",
        folder.display()
    );
    machine.folder.write(".curlrc", told);
    let script = blocks("docs/bots.md", "From nothing to a game, with curl", "sh");
    let opening = format!("site=https://play.example.org\n{}", script[1..4].concat());
    machine.types_with(&opening, &[("CURL_HOME", &folder)]);
    let table = machine.folder.read("table").trim().to_owned();
    let token = machine.folder.read("token").trim().to_owned();

    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    let path = format!("ws://127.0.0.1:{port}/api/tables/{table}/socket");
    let mut request = path.into_client_request().expect("a request");
    let authorization = format!("Bearer {token}").parse().expect("a header");
    request.headers_mut().insert("authorization", authorization);
    let (mut socket, _) = client(request, stream).expect("a socket");
    let action = json!({"type": "play", "move": "c3", "ply": 0});
    let command = json!({"type": "command", "id": "first", "action": action});
    socket.send(Message::text(command.to_string())).expect("sent");
    let is_done = loop {
        let message = socket.read().expect("a message");
        let Message::Text(text) = message else { continue };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        if message["id"] == "first" {
            break message["type"] == "done";
        }
    };
    assert!(is_done);
}

/// Somebody who has only the program, and no configuration, types the first command of the document.
#[test]
fn one_command_is_enough() {
    let folder = Folder::new();
    let text = document("docs/hosting.md");
    let command = text.split("```\n").nth(1).expect("a command");
    let arguments = command.strip_prefix("halte serve ").expect("a server");
    // Any port: somebody may have that one.
    let local = arguments.replace("0.0.0.0:8080", "127.0.0.1:0");
    assert_ne!(local, arguments);
    let house = House::start(&folder, local.trim());
    assert!(house.ask("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 "));
    let log = house.end(&folder, "-TERM");
    let place = folder.path("halte/halte.sqlite").display().to_string();
    assert!(log.lines().next().is_some_and(|line| line.contains(&place)), "{log}");
}
