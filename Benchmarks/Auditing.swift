import Foundation

/// How long an audit of 10,000 sources takes: of ones it has never seen, and again of the same.
///
/// The sources are this package's own, again and again in folders of their own. Where mobsfscan is
/// installed, it reads a tenth of them.
struct Auditing {
    private static let count = 10_000

    let watch: Stopwatch

    func rows(_ tool: String) throws -> [Row] {
        let folder =
            NSTemporaryDirectory() + "protection-benchmarks-\(UInt64.random(in: 0 ... .max))"
        defer { try? Shell.run("rm -rf \(folder)") }
        try Shell.run("mkdir -p \(folder)/all \(folder)/tenth")
        try Shell.run(
            """
            for copy in $(seq 99); do
                for file in $(find Sources -name '*.swift' | sort); do
                    echo "$file $copy/$file"
                done
            done | head -n \(Self.count) | while read -r file place; do
                mkdir -p "\(folder)/all/${place%/*}" && cp "$file" "\(folder)/all/$place"
            done
            cp -r \(folder)/all/1 \(folder)/tenth
            """
        )
        func audit(_ part: String, _ options: String) throws {
            try Shell.run(
                "XDG_CACHE_HOME=\(folder) \(tool) audit \(folder)/\(part) --fail-on never \(options)"
            )
        }
        let cold = try watch.median { try audit("all", "--no-cache") }
        let again = try watch.median { try audit("all", "") }
        var rows = [
            row("audit 10,000 sources", cold, limit: 5),
            row("audit them again, unchanged", again, limit: 1),
        ]
        if Shell.has("mobsfscan") {
            let ours = try watch.median { try audit("tenth", "--no-cache") }
            let theirs = try watch.median {
                try Shell.run("mobsfscan --json \(folder)/tenth || true")
            }
            rows.append(
                Row(
                    work: "audit 1,000 sources",
                    ours: Row.text(ours, "s"),
                    peer: "mobsfscan",
                    theirs: Row.text(theirs, "s"),
                    ratio: theirs / ours,
                    wanted: 10
                )
            )
        }
        return rows
    }

    private func row(_ work: String, _ seconds: Double, limit: Double) -> Row {
        Row(
            work: work,
            ours: Row.text(seconds, "s"),
            peer: "limit",
            theirs: Row.text(limit, "s"),
            ratio: limit / seconds,
            wanted: 1
        )
    }
}
