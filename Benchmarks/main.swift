import Foundation
import SodiumCrypto

// Usage: protection-benchmarks PROTECTCTL [--quick] [--small|--folders|--logs|--media|--audit|--notifications|--databases],
// each for its own rows only
let isQuick = CommandLine.arguments.contains("--quick")
let watch = Stopwatch(runs: isQuick ? 1 : 5)
var rows: [Row] = []
if CommandLine.arguments.contains("--databases") {
    Row.print(try Databases(rounds: watch.runs, words: CommandLine.arguments).rows())
    exit(0)
}
if CommandLine.arguments.contains("--media") {
    Row.print(try Deciding(runs: watch.runs).rows() + CheckingMedia(watch: watch).rows())
    exit(0)
}
if CommandLine.arguments.contains("--audit") {
    Row.print(try Auditing(watch: watch).rows(CommandLine.arguments[1]))
    exit(0)
}
if CommandLine.arguments.contains("--notifications") {
    Row.print(try Notifying(watch: watch).rows(CommandLine.arguments[1]))
    exit(0)
}
let longLogs = LongLogs(watch: watch, byteCount: isQuick ? 1 << 28 : 1 << 30)
if CommandLine.arguments.contains("--logs") {
    Row.print(try longLogs.rows())
    exit(0)
}
if CommandLine.arguments.contains("--folders") {
    Row.print(try FolderOperations(watch: watch).rows(CommandLine.arguments[1]))
    exit(0)
}
rows += try SmallFiles(watch: watch).rows()
if CommandLine.arguments.contains("--small") {
    Row.print(rows)
    exit(0)
}
for suite in ChunkCipherSuite.allCases where suite.isAvailable {
    rows += try LargeFiles(watch: watch).rows(suite)
}
rows += try RandomAccess(watch: watch).rows()
rows += try longLogs.rows()
rows += try Locking().rows()
rows += try Importing(watch: watch).rows(CommandLine.arguments[1])
rows += try FolderOperations(watch: watch).rows(CommandLine.arguments[1])
rows += try ToolStart(watch: watch).rows(CommandLine.arguments[1])
rows += try Auditing(watch: watch).rows(CommandLine.arguments[1])
rows += try Notifying(watch: watch).rows(CommandLine.arguments[1])
rows += try Databases(rounds: watch.runs, words: CommandLine.arguments).rows()
rows += try Deciding(runs: watch.runs).rows() + CheckingMedia(watch: watch).rows()
Row.print(rows)
