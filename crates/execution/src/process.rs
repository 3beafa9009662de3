//! Starts a worker process and sees to its end: a process group of its own, killed as a group and always reaped.

use std::env;
use std::io;
use std::mem;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use command_fds::{CommandFdExt, FdMapping};

use crate::channel::Pipes;
use crate::error::StartError;
use crate::options::PoolOptions;

/// What workers take over from our environment. Anything else could be a secret that ends up in a test, or a switch
/// that makes tests pass on one machine only.
const KEPT_VARIABLES: [&str; 7] = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "TZ"];
/// A process whose pipes are closed is about to be gone; writing its last words takes it a moment.
const DYING: Duration = Duration::from_secs(1);

/// A running worker process. Dropping it kills and reaps the whole group.
pub(crate) struct Process {
    child: Child,
    /// Set once it is reaped: from then on its number may be anyone's.
    reaped: Option<ExitStatus>,
}

/// How a process ended by itself.
pub(crate) struct Death {
    /// In words.
    pub(crate) how: String,
    /// Whether that is how V8 ends when it gives up.
    pub(crate) aborted: bool,
}

impl Process {
    /// Starts Node with the worker script.
    pub(crate) fn start(options: &PoolOptions, script: &Path) -> Result<(Self, Pipes), StartError> {
        if !options.working_dir.is_dir() {
            return Err(StartError::NoWorkingDir(options.working_dir.clone()));
        }
        let pipe = || io::pipe().map_err(StartError::io("make a pipe"));
        let (child_in, to) = pipe()?;
        let (from, child_out) = pipe()?;

        let mut command = Command::new(&options.node);
        command
            .arg(format!("--max-old-space-size={}", options.max_heap_mb))
            .arg("--no-warnings")
            .arg(script)
            .current_dir(&options.working_dir)
            .env_clear()
            .envs(KEPT_VARIABLES.iter().filter_map(|name| Some((name, env::var_os(name)?))))
            .envs(options.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .fd_mappings(vec![
                FdMapping { parent_fd: OwnedFd::from(child_in), child_fd: 3 },
                FdMapping { parent_fd: OwnedFd::from(child_out), child_fd: 4 },
            ])
            .expect("3 and 4 are two");
        // SAFETY: between fork and exec the hook makes two system calls and neither allocates nor locks.
        unsafe { command.pre_exec(bind_to_host) };

        let mut child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => StartError::NodeNotFound { asked: Some(options.node.clone()) },
            _ => StartError::Io { doing: "start Node", source: error },
        })?;
        let stdout = child.stdout.take().expect("it was asked to be a pipe");
        let stderr = child.stderr.take().expect("it was asked to be a pipe");
        let pipes = Pipes { to: to.into(), from: from.into(), stdout: stdout.into(), stderr: stderr.into() };
        // The command still holds the worker's ends; dropping it here makes the worker the only one.
        Ok((Self { child, reaped: None }, pipes))
    }

    pub(crate) fn pid(&self) -> libc::pid_t {
        self.child.id().try_into().expect("process ids are positive")
    }

    /// Waits a moment for a process that is about to die, ends it if it does not, and says how it went.
    pub(crate) fn end(&mut self) -> Death {
        let deadline = Instant::now() + DYING;
        while !has_exited(self.pid()) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        let by_itself = has_exited(self.pid());
        match self.kill() {
            Ok(status) if by_itself => describe(status),
            Ok(_) => Death { how: "closed its pipes and lived on".to_owned(), aborted: false },
            Err(error) => Death { how: format!("is gone without a trace ({error})"), aborted: false },
        }
    }

    /// Kills the group, then reaps the worker: in this order the group's number cannot have been given to others.
    fn kill(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.reaped {
            return Ok(status);
        }
        // SAFETY: a system call with plain numbers. A group that is gone already is no error to us.
        unsafe { libc::killpg(self.pid(), libc::SIGKILL) };
        let status = self.child.wait()?;
        self.reaped = Some(status);
        Ok(status)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nobody is left to be told, and a process that cannot be waited for is not there.
        let _ = self.kill();
    }
}

/// Whether a child of ours has ended. It is not reaped, so its number stays its own.
pub(crate) fn has_exited(pid: libc::pid_t) -> bool {
    // SAFETY: the structure is plain data, for which zeroes are valid, and it outlives the call.
    unsafe {
        let mut info: libc::siginfo_t = mem::zeroed();
        let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        let outcome = libc::waitid(libc::P_PID, pid.unsigned_abs(), &mut info, flags);
        outcome != 0 || info.si_pid() != 0
    }
}

/// Run in the child before Node: it dies with the thread that serves it, however that ends, and leaves no core files.
fn bind_to_host() -> io::Result<()> {
    // SAFETY: system calls with plain numbers and one structure that outlives its call.
    unsafe {
        #[cfg(target_os = "linux")]
        if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0 {
            return Err(io::Error::last_os_error());
        }
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        if libc::setrlimit(libc::RLIMIT_CORE, &none) != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

fn describe(status: ExitStatus) -> Death {
    let Some(signal) = status.signal() else {
        let code = status.code().unwrap_or_default();
        // A shell in between turns a signal into 128 and its number.
        return Death { how: format!("exited with code {code}"), aborted: code == 128 + libc::SIGABRT };
    };
    let name = match signal {
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGKILL => "SIGKILL",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGTERM => "SIGTERM",
        libc::SIGTRAP => "SIGTRAP",
        _ => return Death { how: format!("was killed by signal {signal}"), aborted: false },
    };
    let aborted = matches!(signal, libc::SIGABRT | libc::SIGILL | libc::SIGTRAP);
    Death { how: format!("was killed by {name}"), aborted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_of_dying_have_words() {
        for (raw, how, aborted) in [
            (3 << 8, "exited with code 3", false),
            (134 << 8, "exited with code 134", true),
            (libc::SIGABRT, "was killed by SIGABRT", true),
            (libc::SIGSEGV, "was killed by SIGSEGV", false),
            (libc::SIGPIPE, "was killed by signal 13", false),
        ] {
            let death = describe(ExitStatus::from_raw(raw));
            assert_eq!((death.how.as_str(), death.aborted), (how, aborted));
        }
    }
}
