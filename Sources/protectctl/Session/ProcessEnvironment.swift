import Foundation

/// The environment as the composition root reads it: an empty variable counts as none.
struct ProcessEnvironment {
    static let current = ProcessEnvironment(values: ProcessInfo.processInfo.environment)

    let values: [String: String]

    func value(of name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
