//! The layers of the configuration, and what is said when one of them is wrong.

use super::*;

/// Puts a configuration together from texts.
fn gather(file: &str, variables: &[(&str, &str)], line: &[&str]) -> Result<Sourced, String> {
    let path = Path::new("halte.toml");
    let variable = |name: &str| {
        let found = variables.iter().find(|(given, _)| *given == name);
        found.map(|(_, value)| (*value).to_owned())
    };
    let flags = flags(line.iter().map(ToString::to_string));
    let read = |flags| Sourced::read(Some((path, file)), variable, &flags);
    flags.and_then(read).map_err(|error| error.to_string())
}

#[test]
fn a_flag_goes_before_the_environment_before_the_file() {
    let file = "address = '127.0.0.1:1'\ndatabase = 'file'\norigin = ['http://a']\n\n[limits]\nconnections = 7\n";
    let variables = [("HALTE_ADDRESS", "127.0.0.1:2"), ("HALTE_DATABASE", "variable")];
    let sourced = gather(file, &variables, &["--address=127.0.0.1:3"]).expect("a configuration");
    let config = sourced.config();
    assert_eq!(config.address, ([127, 0, 0, 1], 3).into());
    assert_eq!(config.database, Database::new("variable"));
    assert_eq!(config.limits.connections, 7);
    assert_eq!(config.limits.body_size, Size(64 << 10));
    assert_eq!(sourced.source("address"), Source::Flag("address".to_owned()));
    assert_eq!(
        sourced.source("database"),
        Source::Environment("HALTE_DATABASE".to_owned())
    );
    assert!(matches!(sourced.source("limits.connections"), Source::File(_, 6)));
    assert!(matches!(sourced.source("origin"), Source::File(_, 3)));
    assert_eq!(sourced.source("limits.body_size"), Source::Default);
}

#[test]
fn mistakes_are_told_with_their_key_and_their_place() {
    for (file, expected) in [
        (
            "address = 'here'",
            "address must be an address and a port, such as 127.0.0.1:8080 or [::]:8080, \
            not 'here' (halte.toml, line 1)",
        ),
        (
            "\n[limits]\nbody_size = '1kb'",
            "limits.body_size must be a number of bytes up to 1024MiB, such as 65536, \
            64KiB or 1MiB, not '1kb' (halte.toml, line 3)",
        ),
        (
            "[limits]\nbodysize = 1",
            "halte.toml, line 2: there is no key 'limits.bodysize'; halte serve --print-config \
            shows all",
        ),
        (
            "body_size = 1",
            "halte.toml, line 1: there is no key 'body_size'; halte serve --print-config shows all",
        ),
        (
            "[limit]",
            "halte.toml, line 1: there is no key 'limit'; halte serve --print-config shows all",
        ),
        (
            "\naddress = ",
            "halte.toml, line 2: string values must be quoted, expected literal string",
        ),
        (
            "address = 5.5",
            "address must be a text or a number, not '5.5' (halte.toml, line 1)",
        ),
        (
            "origin = [[]]",
            "origin must be a list of texts, not '[[]]' (halte.toml, line 1)",
        ),
        (
            "tls_key = 'key.pem'",
            "tls_key needs tls_certificate too (halte.toml, line 1)",
        ),
        (
            "tls_certificate = 'a.pem'",
            "tls_certificate needs tls_key too (halte.toml, line 1)",
        ),
        (
            "origin = ['https://a', 'http://b']",
            "origin must be https throughout, or cookies could be read on the way \
            (halte.toml, line 1)",
        ),
        (
            "[limits]\nheader_size = '1KiB'",
            "limits.header_size must be at least 8KiB (halte.toml, line 2)",
        ),
    ] {
        let error = gather(file, &[], &[]).expect_err(file);
        assert_eq!(error, expected, "{file}");
    }
    let error = gather("", &[("HALTE_LOG_FORMAT", "xml")], &[]).expect_err("a bad variable");
    assert_eq!(
        error,
        "log_format must be text or json, not 'xml' (environment variable HALTE_LOG_FORMAT)"
    );
    let error = gather("", &[("HALTE_TRUSTED_PROXY", "10.0.0.0/8,nowhere")], &[]).expect_err("a bad member");
    assert!(
        error.ends_with("not 'nowhere' (environment variable HALTE_TRUSTED_PROXY)"),
        "{error}"
    );
    let error = gather("", &[], &["--connections=many"]).expect_err("a bad flag");
    let expected = "invalid value 'many' for '--connections <NUMBER>': must be a whole number from 1 to 1000000000";
    assert!(error.contains(expected), "{error}");
    let error = gather("log_format = 'xml'", &[], &["--log-format=json"]).expect_err("a bad value that is overridden");
    assert!(error.contains("line 1"), "{error}");
}

#[test]
fn what_is_printed_is_a_file_of_the_same_configuration() {
    let flags = [
        "--origin=https://a.example,https://b.example",
        "--tls-certificate=a \"quoted\"\\path.pem",
        "--tls-key=007",
        "--password-attempts-per-name=3/1h",
    ];
    let sourced = gather("", &[], &flags).expect("a configuration");
    let printed = sourced.to_string();
    let again = gather(&printed, &[], &[]).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(again.config(), sourced.config());
    for key in command().get_arguments() {
        let start = format!("{} = ", key.get_id());
        let line = printed
            .lines()
            .find(|line| line.trim_start_matches("# ").starts_with(&start));
        let line = line.unwrap_or_else(|| panic!("{start}"));
        // A file that named them would make them the same for everybody and on every machine.
        let is_left_open = ["database", "engine_threads"].contains(&key.get_id().as_str());
        assert_eq!(line.starts_with("# "), is_left_open, "{line}");
    }
    let named = gather("engine_threads = 3\n", &[], &["--database=mine"]).expect("a configuration");
    let named = named.to_string();
    let has = |start: &str| named.lines().any(|line| line.starts_with(start));
    assert!(has("database = \"mine\" ") && has("engine_threads = 3 "), "{named}");
    assert!(printed.contains("# flag --origin") && printed.contains("# default"));
}

#[test]
fn the_password_of_a_database_is_not_printed() {
    let variables = [("HALTE_DATABASE", "postgres://anna:secret@host/halte")];
    let sourced = gather("", &variables, &[]).expect("a configuration");
    let printed = format!("{sourced} {sourced:?}");
    assert!(
        !printed.contains("secret") && printed.contains("postgres://anna:...@host/halte"),
        "{printed}"
    );
}

#[test]
fn an_empty_list_is_none_and_an_empty_variable_is_nothing() {
    let variables = [("HALTE_ADDRESS", ""), ("HALTE_TRUSTED_PROXY", "10.0.0.0/8, ::1")];
    let sourced = gather("metrics_reader = []\ntls_key = ''\n", &variables, &[]).expect("a configuration");
    assert_eq!(sourced.source("address"), Source::Default);
    assert_eq!(sourced.config().trusted_proxies.len(), 2);
    assert_eq!(sourced.config().metrics_readers, []);
    assert_eq!(sourced.config().tls_key, None);
}

#[test]
fn flags_and_variables_are_all_different() {
    command().debug_assert();
}

/// Which file is read, of those that are there: the one that is named, or the one that everybody knows of.
#[test]
fn a_file_that_nobody_names_is_looked_for() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let [named, known, none] = ["named", "known", "none"].map(|name| folder.path().join(name));
    std::fs::write(&named, "database = 'named'").expect("a file");
    std::fs::write(&known, "database = 'known'").expect("a file");
    let check = |file: Option<&PathBuf>, variable: &PathBuf, known: &PathBuf, expected: Option<(&PathBuf, &str)>| {
        let flags = flags([]).expect("flags");
        let variable = |name: &str| (name == "HALTE_CONFIG").then(|| variable.to_str().expect("a text").to_owned());
        let sourced = Sourced::gather(file.map(PathBuf::as_path), known, variable, &flags).expect("a configuration");
        assert_eq!(sourced.file(), expected.map(|(file, _)| file.as_path()));
        let database = Database::new(expected.map_or_else(
            || default_database().display().to_string(),
            |(_, database)| database.to_owned(),
        ));
        assert_eq!(sourced.config().database, database);
    };
    let nothing = PathBuf::new();
    check(Some(&named), &none, &none, Some((&named, "named")));
    check(None, &named, &known, Some((&named, "named")));
    check(None, &nothing, &known, Some((&known, "known")));
    check(None, &nothing, &none, None);
    // One that is named must be there, and one that is there must be one that can be read.
    for (file, known) in [(Some(none.as_path()), known.as_path()), (None, folder.path())] {
        let read = Sourced::gather(file, known, |_| None, &flags([]).expect("flags"));
        let error = read.expect_err("there is none").to_string();
        assert!(error.starts_with("cannot read the configuration "), "{error}");
    }
}
