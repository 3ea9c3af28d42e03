//! The program `halte`.

fn main() -> std::process::ExitCode {
    halte_cli::main()
}
