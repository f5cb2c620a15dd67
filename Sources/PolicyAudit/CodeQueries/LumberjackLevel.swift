/// The level of CocoaLumberjack that a file sets for itself with `static const DDLogLevel ddLogLevel`.
///
/// Source: CocoaLumberjack, `DDLog.h` and "Getting started". `Notice` is the custom level of many apps.
enum LumberjackLevel {
    private static let ranks = [
        "Off": 0, "Error": 1, "Warn": 2, "Warning": 2, "Notice": 3, "Info": 4, "Debug": 5,
        "Verbose": 6, "All": 7,
    ]

    /// Whether a call of the macro `name` writes anything in a release build of `file`.
    static func isWritten(_ name: String, _ file: CodeFile?) -> Bool {
        guard name.hasPrefix("DDLog"), let rank = ranks[String(name.dropFirst(5))] else {
            return true
        }
        let levels = file?.variables.filter { $0.name == "ddLogLevel" } ?? []
        let set = levels.compactMap { level -> Int? in
            guard let value = level.value?.lastName, value.hasPrefix("DDLogLevel") else {
                return nil
            }
            return ranks[String(value.dropFirst("DDLogLevel".count))]
        }
        return set.max().map { rank <= $0 } ?? true
    }
}
