//! Kiskadee reads a JavaScript or TypeScript module, runs it, and writes the tests that pin down what it does.

mod args;
mod exit;
mod failure;
mod gen_command;
mod plan;
mod progress;
mod project;
mod terminal;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;

use crate::args::{Cli, Command};
use crate::exit::Exit;
use crate::terminal::Terminal;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let interrupted = Arc::new(AtomicBool::new(false));
    let exit = match cli.command {
        Command::Gen(args) => {
            stop_on_ctrl_c(&interrupted);
            gen_command::run(&args, &Terminal::new(args.quiet), &interrupted)
        }
    };
    exit.into()
}

/// The first Ctrl-C asks for what has been found so far, the second one leaves at once.
fn stop_on_ctrl_c(interrupted: &Arc<AtomicBool>) {
    let flag = Arc::clone(interrupted);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    // Without a handler Ctrl-C still ends the program; there is just no suite then.
    let _ = ctrlc::set_handler(handler);
}
