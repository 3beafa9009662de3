//! The pipes to a worker: framing, and waiting with a limit. One thread serves all of them with `poll`, so that nothing
//! is left behind when it stops. Leaves to `worker` what the messages mean.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::process::has_exited;
use crate::protocol::{FromWorker, ToWorker};

/// No message is longer; a greater length means that user code wrote to the pipe.
const LONGEST_MESSAGE: usize = 1 << 28;
/// How often a silent worker is looked after: a grandchild may hold the pipes open after the worker's death.
const LOOK_AFTER: Duration = Duration::from_millis(100);
/// How much of a worker's own output is remembered.
const REMEMBERED: usize = 16 << 10;

/// Why a message could not be sent or received.
#[derive(Debug)]
pub(crate) enum Broken {
    /// Nothing came in time.
    Silent,
    /// The worker has closed its end: most likely it is dead.
    Closed,
    /// What came makes no sense.
    Garbled(String),
    /// The pool is being shut down.
    Stopped,
}

/// Tells all channels of a pool to give up; they do so at once.
pub(crate) struct StopSignal(PipeReader);

/// Gives the signal when dropped.
pub(crate) struct StopHandle {
    _writer: PipeWriter,
}

/// A signal for everyone who waits on it, and what gives it.
pub(crate) fn stop_signal() -> io::Result<(StopHandle, StopSignal)> {
    let (reader, writer) = io::pipe()?;
    Ok((StopHandle { _writer: writer }, StopSignal(reader)))
}

impl StopSignal {
    /// Whether it has been given.
    pub(crate) fn is_given(&self) -> bool {
        let mut fds = [interest(self.0.as_raw_fd(), libc::POLLIN)];
        poll(&mut fds, Duration::ZERO) && fds[0].revents != 0
    }
}

/// The host's ends of a worker's pipes.
pub(crate) struct Pipes {
    pub(crate) to: OwnedFd,
    pub(crate) from: OwnedFd,
    pub(crate) stdout: OwnedFd,
    pub(crate) stderr: OwnedFd,
}

/// A worker's pipes in use.
pub(crate) struct Channel {
    pid: libc::pid_t,
    to: File,
    from: File,
    stdout: Chatter,
    stderr: Chatter,
    frames: Frames,
    stop: Arc<StopSignal>,
}

impl Channel {
    pub(crate) fn new(pid: libc::pid_t, pipes: Pipes, stop: Arc<StopSignal>) -> io::Result<Self> {
        for fd in [&pipes.to, &pipes.from, &pipes.stdout, &pipes.stderr] {
            make_nonblocking(fd)?;
        }
        Ok(Self {
            pid,
            to: pipes.to.into(),
            from: pipes.from.into(),
            stdout: Chatter::new(pipes.stdout),
            stderr: Chatter::new(pipes.stderr),
            frames: Frames::default(),
            stop,
        })
    }

    /// Sends a message, as long as the worker takes some of it within the limit.
    pub(crate) fn send(&mut self, message: &ToWorker<'_>, limit: Duration) -> Result<(), Broken> {
        let frame = frame(message);
        let mut rest = frame.as_slice();
        let mut deadline = Instant::now() + limit;
        while !rest.is_empty() {
            match self.to.write(rest) {
                Ok(taken) => {
                    rest = &rest[taken..];
                    deadline = Instant::now() + limit;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait(self.to.as_raw_fd(), libc::POLLOUT, deadline)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(Broken::Closed),
            }
        }
        Ok(())
    }

    /// Receives a message, as long as some of it comes within the limit.
    pub(crate) fn receive(&mut self, limit: Duration) -> Result<FromWorker, Broken> {
        let mut chunk = [0; 64 << 10];
        let mut deadline = Instant::now() + limit;
        loop {
            if let Some(json) = self.frames.next()? {
                return FromWorker::parse(json).map_err(|error| Broken::Garbled(error.to_string()));
            }
            match self.from.read(&mut chunk) {
                Ok(0) => return Err(Broken::Closed),
                Ok(count) => {
                    self.frames.push(&chunk[..count]);
                    deadline = Instant::now() + limit;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait(self.from.as_raw_fd(), libc::POLLIN, deadline)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(Broken::Closed),
            }
        }
    }

    /// The end of what the worker has written to standard error, now that it is dead.
    pub(crate) fn last_words(&mut self) -> String {
        while self.stderr.listen() {}
        String::from_utf8_lossy(&self.stderr.heard).into_owned()
    }

    /// Waits until the pipe is ready, listening to the worker's output meanwhile so that it never blocks on that.
    fn wait(&mut self, pipe: RawFd, events: libc::c_short, deadline: Instant) -> Result<(), Broken> {
        loop {
            let mut fds = [
                interest(pipe, events),
                interest(self.stop.0.as_raw_fd(), libc::POLLIN),
                interest(self.stdout.fd(), libc::POLLIN),
                interest(self.stderr.fd(), libc::POLLIN),
            ];
            let remaining = deadline.saturating_duration_since(Instant::now());
            let ready = poll(&mut fds, remaining.min(LOOK_AFTER));
            let [pipe_fd, stop_fd, stdout_fd, stderr_fd] = fds.map(|fd| ready && fd.revents != 0);
            if stop_fd {
                return Err(Broken::Stopped);
            }
            if stdout_fd {
                self.stdout.listen();
            }
            if stderr_fd {
                self.stderr.listen();
            }
            if pipe_fd {
                return Ok(());
            }
            if remaining.is_zero() {
                return Err(Broken::Silent);
            }
            if !ready && has_exited(self.pid) {
                // It may have spoken between our looking at the pipe and its death.
                let mut fds = [interest(pipe, events)];
                return if poll(&mut fds, Duration::ZERO) { Ok(()) } else { Err(Broken::Closed) };
            }
        }
    }
}

/// A message with its length before it.
fn frame(message: &ToWorker<'_>) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    serde_json::to_writer(&mut bytes, message)
        .expect("messages have string keys only and memory cannot fail");
    let length = u32::try_from(bytes.len() - 4).expect("no message comes near four gigabytes");
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// Bytes as they come in, taken out as messages.
#[derive(Default)]
struct Frames {
    bytes: Vec<u8>,
    taken: usize,
}

impl Frames {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.taken);
        self.taken = 0;
        self.bytes.extend_from_slice(bytes);
    }

    fn next(&mut self) -> Result<Option<&[u8]>, Broken> {
        let Some((head, rest)) = self.bytes[self.taken..].split_first_chunk() else { return Ok(None) };
        let length = u32::from_le_bytes(*head) as usize;
        if length > LONGEST_MESSAGE {
            return Err(Broken::Garbled(format!("a message of {length} bytes")));
        }
        if rest.len() < length {
            return Ok(None);
        }
        let start = self.taken + head.len();
        self.taken = start + length;
        Ok(Some(&self.bytes[start..self.taken]))
    }
}

/// Standard output or error of a worker: user code is captured inside, so this is what engine and native code say.
struct Chatter {
    pipe: Option<File>,
    heard: Vec<u8>,
}

impl Chatter {
    fn new(pipe: OwnedFd) -> Self {
        Self { pipe: Some(pipe.into()), heard: Vec::new() }
    }

    /// What to poll; `poll` skips what is negative.
    fn fd(&self) -> RawFd {
        self.pipe.as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }

    /// Takes what is there, up to a limit, and tells whether something was.
    fn listen(&mut self) -> bool {
        let Some(pipe) = &mut self.pipe else { return false };
        let mut chunk = [0; REMEMBERED];
        match pipe.read(&mut chunk) {
            Ok(count) if count > 0 => {
                self.heard.extend_from_slice(&chunk[..count]);
                let surplus = self.heard.len().saturating_sub(REMEMBERED);
                self.heard.drain(..surplus);
                true
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
                false
            }
            Ok(_) | Err(_) => {
                self.pipe = None;
                false
            }
        }
    }
}

fn interest(fd: RawFd, events: libc::c_short) -> libc::pollfd {
    libc::pollfd { fd, events, revents: 0 }
}

/// Whether one of them is ready within the time; an interruption counts as not yet.
fn poll(fds: &mut [libc::pollfd], limit: Duration) -> bool {
    // Rounded up, so that the last fraction of a millisecond is not spent turning in circles.
    let limit = limit.as_micros().div_ceil(1000).try_into().unwrap_or(libc::c_int::MAX);
    // SAFETY: the pointer and the length are those of one exclusive slice.
    unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, limit) > 0 }
}

fn make_nonblocking(fd: &OwnedFd) -> io::Result<()> {
    // SAFETY: the descriptor is open for the whole call, and the calls touch no memory of ours.
    let outcome = unsafe {
        let flags = libc::fcntl(fd.as_raw_fd(), libc::F_GETFL);
        if flags < 0 { flags } else { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, flags | libc::O_NONBLOCK) }
    };
    if outcome < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_however_the_bytes_are_cut() {
        let mut stream = Vec::new();
        for text in ["", "one", "zwei", "三"] {
            stream.extend((text.len() as u32).to_le_bytes());
            stream.extend(text.as_bytes());
        }
        for size in 1..=stream.len() {
            let mut frames = Frames::default();
            let mut found = Vec::new();
            for piece in stream.chunks(size) {
                frames.push(piece);
                while let Some(message) = frames.next().unwrap() {
                    found.push(String::from_utf8(message.to_vec()).unwrap());
                }
            }
            assert_eq!(found, ["", "one", "zwei", "三"], "cut every {size} bytes");
        }
    }

    #[test]
    fn a_length_that_cannot_be_is_refused() {
        let mut frames = Frames::default();
        frames.push(b"console.log");
        assert!(matches!(frames.next(), Err(Broken::Garbled(_))));
    }

    #[test]
    fn a_stop_signal_reaches_everyone_and_stays() {
        let (handle, signal) = stop_signal().unwrap();
        assert!(!signal.is_given());
        drop(handle);
        assert!(signal.is_given() && signal.is_given());
    }

    #[test]
    fn only_the_end_of_the_chatter_is_remembered() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut chatter = Chatter::new(reader.into());
        for _ in 0..3 {
            writer.write_all(&[b'x'; REMEMBERED]).unwrap();
            assert!(chatter.listen());
        }
        writer.write_all(b"the end").unwrap();
        assert!(chatter.listen());
        assert!(chatter.heard.len() == REMEMBERED && chatter.heard.ends_with(b"the end"));
    }
}
