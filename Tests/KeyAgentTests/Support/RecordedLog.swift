import Logging
import Synchronization
import SystemIO

/// What an agent logs, in words.
final class RecordedLog: Sendable {
    private let kept = Mutex<[String]>([])
    private let level: Logger.Level

    /// Records what is logged at the default level, or another one.
    init(_ level: Logger.Level = .info) { self.level = level }

    var lines: [String] { kept.withLock { $0 } }

    var logger: Logger {
        Logger(label: "test") { _ in Handler(log: self, logLevel: level) }
    }

    /// Returns when something was logged that says so; nothing but a test's limit ends a wait in
    /// vain.
    func wait(for words: String, meanwhile act: () -> Void = {}) {
        while !lines.contains(where: { $0.contains(words) }) {
            act()
            SystemTime.sleep(.milliseconds(1))
        }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            log.kept.withLock { $0.append("\(event.message) \(all)") }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
    }
}
