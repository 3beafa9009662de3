//! Coverage as `lcov.info`, from the JSON that Istanbul calls `coverage-final.json`.

use serde_json::{Map, Value};

/// Writes the coverage of every file, in the order of the paths.
pub fn lcov(coverage: &Map<String, Value>) -> String {
    let mut files: Vec<(&String, &Value)> = coverage.iter().collect();
    files.sort_by_key(|(path, _)| *path);
    files.into_iter().map(|(path, file)| record(path, file)).collect()
}

fn record(path: &str, file: &Value) -> String {
    let path = file["path"].as_str().unwrap_or(path);
    let mut out = format!("TN:\nSF:{path}\n");
    functions(&mut out, file);
    lines(&mut out, file);
    branches(&mut out, file);
    out.push_str("end_of_record\n");
    out
}

fn functions(out: &mut String, file: &Value) {
    let map = numbered(&file["fnMap"]);
    let hits: Vec<u64> = map.iter().map(|(id, _)| file["f"][id].as_u64().unwrap_or(0)).collect();
    let name = |function: &Value| function["name"].as_str().unwrap_or("(anonymous)").to_owned();
    for (_, function) in &map {
        // Older maps tell the line apart from the declaration.
        let line = function["decl"]["start"]["line"].as_u64().or(function["line"].as_u64()).unwrap_or(0);
        out.push_str(&format!("FN:{line},{}\n", name(function)));
    }
    totals(out, "FN", &hits);
    for ((_, function), hits) in map.iter().zip(&hits) {
        out.push_str(&format!("FNDA:{hits},{}\n", name(function)));
    }
}

/// A line counts as often as the statement on it that ran most.
fn lines(out: &mut String, file: &Value) {
    let mut lines = std::collections::BTreeMap::new();
    for (id, statement) in numbered(&file["statementMap"]) {
        let Some(line) = statement["start"]["line"].as_u64() else { continue };
        let hits = file["s"][id].as_u64().unwrap_or(0);
        let known = lines.entry(line).or_insert(hits);
        *known = hits.max(*known);
    }
    for (line, hits) in &lines {
        out.push_str(&format!("DA:{line},{hits}\n"));
    }
    totals(out, "L", &lines.into_values().collect::<Vec<_>>());
}

fn branches(out: &mut String, file: &Value) {
    let mut all = Vec::new();
    for (id, branch) in numbered(&file["branchMap"]) {
        let line = branch["loc"]["start"]["line"].as_u64().or(branch["line"].as_u64()).unwrap_or(0);
        let hits = file["b"][id].as_array().cloned().unwrap_or_default();
        for (path, hits) in hits.iter().enumerate() {
            let hits = hits.as_u64().unwrap_or(0);
            out.push_str(&format!("BRDA:{line},{id},{path},{hits}\n"));
            all.push(hits);
        }
    }
    totals(out, "BR", &all);
}

fn totals(out: &mut String, kind: &str, hits: &[u64]) {
    let hit = hits.iter().filter(|hits| **hits > 0).count();
    out.push_str(&format!("{kind}F:{}\n{kind}H:{hit}\n", hits.len()));
}

/// The entries of a map whose keys are numbers, by number.
fn numbered(map: &Value) -> Vec<(&String, &Value)> {
    let mut entries: Vec<(&String, &Value)> = map.as_object().into_iter().flatten().collect();
    entries.sort_by_key(|(id, _)| id.parse::<u64>().unwrap_or(u64::MAX));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_functions_and_branches_are_written_with_their_totals() {
        let at = |line: u32| serde_json::json!({ "start": { "line": line, "column": 0 }, "end": { "line": line } });
        let coverage = serde_json::json!({
            "/b.js": {
                "path": "/b.js",
                "statementMap": { "0": at(1), "1": at(2), "10": at(3), "2": at(2) },
                "s": { "0": 1, "1": 0, "10": 0, "2": 4 },
                "fnMap": { "0": { "name": "f", "decl": at(1), "loc": at(1) } },
                "f": { "0": 2 },
                "branchMap": { "0": { "type": "if", "loc": at(2), "locations": [] } },
                "b": { "0": [0, 3] },
            },
            "/a.js": { "path": "/a.js", "statementMap": {}, "s": {}, "fnMap": {}, "f": {}, "branchMap": {}, "b": {} },
        });
        let text = lcov(coverage.as_object().expect("an object"));
        assert_eq!(
            text,
            "TN:\nSF:/a.js\nFNF:0\nFNH:0\nLF:0\nLH:0\nBRF:0\nBRH:0\nend_of_record\n\
             TN:\nSF:/b.js\nFN:1,f\nFNF:1\nFNH:1\nFNDA:2,f\nDA:1,1\nDA:2,4\nDA:3,0\nLF:3\nLH:2\n\
             BRDA:2,0,0,0\nBRDA:2,0,1,3\nBRF:2\nBRH:1\nend_of_record\n"
        );
    }
}
