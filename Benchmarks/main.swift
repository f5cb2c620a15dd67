import Foundation
import SodiumCrypto

// Usage: protection-benchmarks PROTECTCTL [--quick] [--PART]…: without a part, all of them.
let words = CommandLine.arguments
// The other process of a measurement of two.
if words.count == 3, words[1] == HandoffPeer.word { try HandoffPeer.run(at: words[2]) }
let tool = words[1]
let isQuick = words.contains("--quick")
let watch = Stopwatch(runs: isQuick ? 1 : 5)

let parts: [(name: String, rows: () throws -> [Row])] = [
    ("small", { try SmallFiles(watch: watch).rows() }),
    (
        "large",
        {
            try ChunkCipherSuite.allCases.filter(\.isAvailable).flatMap {
                try LargeFiles(watch: watch).rows($0)
            }
        }
    ),
    ("random", { try RandomAccess(watch: watch).rows() }),
    ("logs", { try LongLogs(watch: watch, byteCount: isQuick ? 1 << 28 : 1 << 30).rows() }),
    ("keys", { try Locking().rows() + Unlocking(watch: watch).rows() }),
    ("import", { try Importing(watch: watch).rows(tool) }),
    ("folders", { try FolderOperations(watch: watch).rows(tool) }),
    ("tool", { try ToolStart(watch: watch).rows(tool) }),
    ("audit", { try Auditing(watch: watch).rows(tool) }),
    ("notifications", { try Notifying(watch: watch).rows(tool) }),
    ("handoff", { try HandingOver(watch: watch, isQuick: isQuick).rows() }),
    ("databases", { try Databases(rounds: watch.runs, words: words).rows() }),
    (
        "records",
        {
            var rows = try KeepingRecords(isQuick: isQuick, words: words).rows()
            #if PostgreSQL
            if !words.contains("million") {
                rows += try KeepingInPostgreSQL(isQuick: isQuick).rows()
            }
            #endif
            return rows
        }
    ),
    ("media", { try Deciding(runs: watch.runs).rows() + CheckingMedia(watch: watch).rows() }),
]

let chosen = parts.filter { words.contains("--" + $0.name) }
Row.print(try (chosen.isEmpty ? parts : chosen).flatMap { try $0.rows() })
