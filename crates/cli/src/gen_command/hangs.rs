//! A case that ran out of fuel while exploring may just be long. Before it is called a hang, it runs once more with all the
//! fuel that a reasonable call could want.

use kiskadee_execution::Pool;
use kiskadee_model::End;

use super::confirm::run_briefly;
use super::findings::{Finding, FindingKind};

/// Hangs that are looked into; more than these are of the same making.
const HANGS: usize = 8;

/// Whether there is any hang to look into.
pub fn any(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.cause.kind == FindingKind::Hang)
}

/// Leaves out what ends after all. `pool` has fuel in plenty.
pub fn confirm(pool: &mut Pool, findings: Vec<Finding>) -> Vec<Finding> {
    let mut left = HANGS;
    let mut hangs = |finding: &Finding| {
        if finding.cause.kind != FindingKind::Hang {
            return true;
        }
        if left == 0 {
            return false;
        }
        left -= 1;
        let reports = run_briefly(pool, &[&finding.case]);
        reports
            .iter()
            .all(|report| matches!(report.end, End::OutOfFuel { .. } | End::TimedOut | End::OutOfMemory))
    };
    findings.into_iter().filter(|finding| hangs(finding)).collect()
}
