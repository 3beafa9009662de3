//! The moving line while exploring. On a terminal only: elsewhere nothing is drawn, so nothing is left behind.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Draws how far exploring has come.
pub struct Progress {
    bar: ProgressBar,
    time: Duration,
    cases: Option<u64>,
    counters: usize,
}

impl Progress {
    /// A line that is drawn when `visible` and standard error is a terminal.
    pub fn new(visible: bool, time: Duration, cases: Option<u64>, counters: usize) -> Self {
        let target =
            if visible { ProgressDrawTarget::stderr_with_hz(8) } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(1000), target);
        let style = ProgressStyle::with_template("  {bar:24.yellow/dim}  {msg}")
            .expect("the template is well formed");
        bar.set_style(style.progress_chars("━━─"));
        Self { bar, time, cases, counters }
    }

    /// Redraws with new figures.
    pub fn update(&mut self, run: u64, kept: usize, findings: usize, covered: usize, elapsed: Duration) {
        if self.bar.is_hidden() {
            return;
        }
        let share = match self.cases {
            Some(cases) => run as f64 / cases.max(1) as f64,
            None => elapsed.as_secs_f64() / self.time.as_secs_f64().max(0.001),
        };
        self.bar.set_position((share.min(1.0) * 1000.0) as u64);
        let rate = run as f64 / elapsed.as_secs_f64().max(0.001);
        self.bar.set_message(format!(
            "{:.1} s   {} cases   {}/s   covered {}/{}   kept {kept}   findings {findings}",
            elapsed.as_secs_f64(),
            grouped(run),
            grouped(rate as u64),
            covered,
            self.counters,
        ));
    }

    /// Says what is being done after exploring.
    pub fn stage(&self, what: &str) {
        self.bar.set_message(what.to_owned());
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// 21480 as `21,480`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (21480, "21,480"), (1234567, "1,234,567")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
