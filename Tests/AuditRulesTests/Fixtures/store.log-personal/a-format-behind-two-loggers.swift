// swift-format-ignore-file
import os.log
final class Journal {
    private let log = OSLog(subsystem: "a", category: "b")
    func info(_ message: StaticString, _ values: CVarArg...) { write(message, type: .info, values) }
    private func write(_ message: StaticString, type: OSLogType, _ values: [CVarArg]) {
        switch values.count {
        case 0: os_log(message, log: log, type: type)
        default: os_log(message, log: log, type: type, values[0], values[1])
        }
    }
}
final class Session {
    let journal = Journal()
    func start(_ email: String, _ page: String) {
        journal.info("for %{public}@ at %{public}@", page, email)  // expect: store.log-personal
        journal.info("for %{public}@ at %@", page, email)
        journal.info("at %{public}@", page)
    }
}
