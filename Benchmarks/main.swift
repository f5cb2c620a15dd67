import Foundation
import SodiumCrypto

// Usage: protection-benchmarks PROTECTCTL [--quick] [--small], the last for small files only
let isQuick = CommandLine.arguments.contains("--quick")
let watch = Stopwatch(runs: isQuick ? 1 : 5)
var rows: [Row] = []
rows += try SmallFiles(watch: watch).rows()
if CommandLine.arguments.contains("--small") {
    Row.print(rows)
    exit(0)
}
for suite in ChunkCipherSuite.allCases where suite.isAvailable {
    rows += try LargeFiles(watch: watch).rows(suite)
}
rows += try RandomAccess(watch: watch).rows()
rows += try Locking().rows()
rows += try Importing(watch: watch).rows(CommandLine.arguments[1])
rows += try ToolStart(watch: watch).rows(CommandLine.arguments[1])
Row.print(rows)
