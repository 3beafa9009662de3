//! One-off Node processes: a test runner that checks a suite. Ended as a group when they take too long.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a process printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// Its exit code, if it ended by itself.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs `node` to its end, or for as long as `patience` lasts.
pub fn run_node(
    node: &Path,
    args: &[String],
    env: &[(String, String)],
    dir: &Path,
    patience: Duration,
) -> io::Result<Output> {
    let mut child = Command::new(node)
        .args(args)
        .envs(env.iter().map(|(name, value)| (name, value)))
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let stdout = read_in_background(child.stdout.take().expect("standard output is piped"));
    let stderr = read_in_background(child.stderr.take().expect("standard error is piped"));
    let started = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait()? {
            break status.code();
        }
        if started.elapsed() > patience {
            // SAFETY: the group was made for this child, so nothing else is in it.
            unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
            child.wait()?;
            break None;
        }
        thread::sleep(Duration::from_millis(5));
    };
    let collect = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Output { code, stdout: collect(stdout), stderr: collect(stderr) })
}

fn read_in_background(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What could be read before an error is still worth showing.
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
