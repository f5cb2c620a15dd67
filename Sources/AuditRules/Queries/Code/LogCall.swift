package import AuditFacts

/// A call that writes into the console or the system's log.
package struct LogCall: Sendable {
    /// The call.
    package let found: CallInScope
    /// The values that are readable in the log, with the fixed text before each.
    package let shown: [(label: String, value: Syntax.Expression)]

    /// Names whose functions must be kept.
    package static let watched: Set<String> = [
        "print", "debugPrint", "dump", "NSLog", "NSLogv", "os_log", "Logger", "DDLogDebug",
        "DDLogInfo", "DDLogError", "DDLogWarn", "DDLogVerbose", "log", "logger", "printf",
    ]

    private static let plain: Set<String> = [
        "print", "debugPrint", "dump", "NSLog", "printf", "DDLogDebug", "DDLogInfo", "DDLogError",
        "DDLogWarn", "DDLogVerbose",
    ]
    private static let levels: Set<String> = [
        "log", "trace", "debug", "info", "notice", "warning", "error", "critical", "fault",
    ]

    /// All calls in `code` that log.
    package static func all(in code: CodeIndex) -> [LogCall] {
        code.calls(of: plain.union(levels).union(["os_log"])).compactMap { found in
            guard let name = found.call.name, !code.declaresLogging(name) else { return nil }
            if name == "os_log" { return LogCall(found: found, shown: publicFormat(found.call)) }
            if plain.contains(name) {
                guard
                    found.call.receiver == nil || name == "print" && found.receiverName == "Swift",
                    LumberjackLevel.isWritten(name, code.file(at: found.path))
                else { return nil }
                return LogCall(found: found, shown: everything(found.call))
            }
            guard isSystemLogger(found, code) else { return nil }
            return LogCall(found: found, shown: publicParts(found.call))
        }
    }

    /// Interpolations are private by default in the system's log, except with `privacy: .public`.
    private static func publicParts(
        _ call: Syntax.Call
    ) -> [(label: String, value: Syntax.Expression)] {
        call.arguments.flatMap { argument in
            parts(of: argument.value) { $0.contains { $0.value.lastName == "public" } }
        }
    }

    /// `%{public}@` alone shows its value.
    private static func publicFormat(
        _ call: Syntax.Call
    ) -> [(label: String, value: Syntax.Expression)] {
        guard let index = call.arguments.firstIndex(where: { $0.value.literal != nil }),
            let format = call.arguments[index].value.literal
        else { return publicParts(call) }
        let values = call.arguments[(index + 1)...].filter { $0.label == nil }.map(\.value)
        return zip(LogFormat(format).directives, values).filter { $0.0.isPublic }.map { ("", $0.1) }
    }

    private static func everything(
        _ call: Syntax.Call
    ) -> [(label: String, value: Syntax.Expression)] {
        var shown: [(label: String, value: Syntax.Expression)] = []
        let format = call.arguments.first?.value.literal
        let labels = format.map { LogFormat($0).directives.map(\.label) } ?? []
        for (index, argument) in call.arguments.enumerated() {
            let inner = parts(of: argument.value) { _ in true }
            if !inner.isEmpty {
                shown += inner
            } else if argument.value.literal == nil {
                let label = index >= 1 && index <= labels.count ? labels[index - 1] : ""
                shown.append((label, argument.value))
            }
        }
        return shown
    }

    private static func parts(
        of value: Syntax.Expression,
        shows: ([Syntax.Argument]) -> Bool
    ) -> [(label: String, value: Syntax.Expression)] {
        guard case .text(let parts) = value.node else {
            if case .operation("+", let operands) = value.node {
                return operands.flatMap { operand in
                    operand.literal == nil && !isText(operand)
                        ? [("", operand)] : Self.parts(of: operand, shows: shows)
                }
            }
            return []
        }
        var label = ""
        var shown: [(label: String, value: Syntax.Expression)] = []
        for part in parts {
            switch part {
            case .fixed(let text): label = text
            case .interpolated(let arguments):
                if let value = arguments.first?.value, shows(arguments) {
                    shown.append((label, value))
                }
                label = ""
            }
        }
        return shown
    }

    private static func isText(_ value: Syntax.Expression) -> Bool {
        if case .text = value.node { return true }
        return false
    }

    private static func isSystemLogger(_ found: CallInScope, _ code: CodeIndex) -> Bool {
        guard let receiver = found.call.receiver, found.scope.file.language == .swift else {
            return false
        }
        if receiver.chain.first == "Logger" { return true }
        guard let name = receiver.lastName else { return false }
        let declared = code.variables(name).map(\.variable)
        return declared.contains { variable in
            variable.type == "Logger" || variable.value?.chain.first == "Logger"
        } && found.scope.file.imports.contains { $0 == "os" || $0 == "OSLog" }
    }
}

extension CodeIndex {
    /// Whether the sources declare a logging function of that name, which may do anything.
    fileprivate func declaresLogging(_ name: String) -> Bool {
        functions(name).contains { $0.function.type == nil }
    }
}

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
