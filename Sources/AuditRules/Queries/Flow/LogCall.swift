package import AuditFacts
import AuditPolicy

/// A call that writes into the console, the system's log or a log of the app's own.
package struct LogCall: Sendable {
    /// The function it stands in.
    package let scope: CodeScope
    /// The lines from the call's name to the end of its arguments.
    package let span: SourceSpan
    /// The values that are readable in the log, with the fixed text before each.
    package let shown: [Shown]
    /// What is done with them on their way into the log, when it is done by functions of the app.
    package let way: [RelatedPlace]
    /// Whether only its name says that it logs: a library's function.
    package let isGuess: Bool
    /// The format, where that is no fixed text, and what it takes.
    private let open: OpenFormat?

    /// A value that can be read in the log.
    package struct Shown: Sendable {
        /// The fixed text before it.
        package let label: String
        /// The value.
        package let value: Syntax.Expression
    }

    /// What a log shows of the values it is handed.
    private enum Style: Sendable {
        /// All of them.
        case everything
        /// Those that stand behind `%{public}` in a format.
        case publicFormat
        /// Those that are interpolated with `privacy: .public`.
        case publicParts
    }

    /// A format that whoever calls the function around it hands over.
    private struct OpenFormat: Sendable {
        let format: Syntax.Expression
        let values: [Syntax.Expression]
        let style: Style
    }

    /// Names whose functions must be kept.
    package static let watched: Set<String> = [
        "print", "debugPrint", "dump", "NSLog", "NSLogv", "os_log", "Logger", "DDLogDebug",
        "DDLogInfo", "DDLogError", "DDLogWarn", "DDLogVerbose", "log", "logger", "printf",
        "vprintf", "fprintf", "vfprintf", "dprintf", "vdprintf", "fatalError", "precondition",
        "preconditionFailure", "NSException", "raise", "exceptionWithName", "Log", "logMessage",
        "logInfo", "logError", "logDebug", "logWarning", "infoLog", "debugLog", "errorLog",
        "warningLog", "verboseLog",
    ]

    private static let plain: Set<String> = [
        "print", "debugPrint", "dump", "NSLog", "NSLogv", "printf", "vprintf", "DDLogDebug",
        "DDLogInfo", "DDLogError", "DDLogWarn", "DDLogVerbose", "fatalError", "precondition",
        "preconditionFailure", "NSException",
    ]
    /// Functions whose first argument says where to.
    private static let directed: Set<String> = ["fprintf", "vfprintf", "dprintf", "vdprintf"]
    /// Messages that raise an exception, whose reason stands in the log and in the crash report.
    private static let raising: Set<String> = [
        "raise", "raise:format:", "exceptionWithName:reason:userInfo:",
    ]
    /// What a call prints beside what it is for.
    private static let printed: Set<String> = ["separator", "terminator", "reason", "format"]
    private static let levels: Set<String> = [
        "log", "trace", "debug", "info", "notice", "warning", "error", "critical", "fault",
        "verbose", "severe",
    ]

    /// All calls that log, those of functions that hand what they are given to one among them.
    static func all(in calls: CallGraph, _ sensitive: SensitiveValues) -> [LogCall] {
        let names = plain.union(levels).union(directed).union(raising).union(["os_log"])
        let direct = calls.code.calls(of: names).compactMap { LogCall($0, calls) }
        let sure = calls.withWrappers(direct) { _, parameter, scope in
            sensitive.tells(parameter.name, scope)
        }
        let known = Set(sure.map(\.place))
        return sure + called(in: calls).filter { !known.contains($0.place) }
    }

    /// Where it stands.
    private var place: SourceLine {
        SourceLine(path: scope.file.path, line: span.start.line)
    }

    private struct SourceLine: Hashable {
        let path: String
        let line: UInt32
    }

    /// The log call that `found` is; `nil` for one that does not log.
    private init?(_ found: CallInScope, _ calls: CallGraph) {
        guard let name = found.call.name, let style = Self.style(of: name, found, calls) else {
            return nil
        }
        self.init(found.scope, found.span, Self.values(of: found.call, name), style, way: [])
    }

    /// Calls of functions that are called as loggers are: a guess where they do not show what they do.
    private static func called(in calls: CallGraph) -> [LogCall] {
        calls.code.scopes.flatMap { scope in
            // The system's logger keeps values private.
            let isSystems = scope.file.imports.contains(where: ["os", "OSLog"].contains)
            return scope.calls.compactMap { site -> LogCall? in
                guard isCalledLogger(site.call) else { return nil }
                let targets = calls.types.functions(calledBy: site.call, in: scope)
                let found = CallInScope(scope: scope, site: site)
                let isOwn = targets.contains { !$0.isEmpty }
                guard isOwn || !targets.isEmpty || !isSystems,
                    style(of: site.call.name ?? "", found, calls) == nil
                else { return nil }
                let values = site.call.arguments.map(\.value)
                return LogCall(scope, found.span, values, .everything, way: [], isGuess: !isOwn)
            }
        }
    }

    /// `logMessage(…)`, `Log.d(…)`, not `logOut()`.
    private static func isCalledLogger(_ call: Syntax.Call) -> Bool {
        guard let name = call.name, !call.arguments.isEmpty else { return false }
        if let receiver = call.receiver?.lastName {
            return ["log", "logger", "Log", "Logger"].contains(receiver)
                && (levels.contains(name) || shortLevels.contains(name))
        }
        let words = NameWords.words(of: name)
        if words.count == 2, words[1] == "log" { return levels.contains(words[0]) }
        return words.first == "log"
            && (words.count == 1 || shortLevels.union(levels).contains(words[1]))
    }

    private static let shortLevels: Set<String> = [
        "d", "i", "w", "e", "v", "warn", "fatal", "message", "verbose",
    ]

    /// What `call` is handed to print; values behind the labels of the call itself are none.
    private static func values(of call: Syntax.Call, _ name: String) -> [Syntax.Expression] {
        if name.hasSuffix(":") { return call.arguments.dropFirst().map(\.value) }
        let values = call.arguments.filter { argument in
            argument.label.map { printed.contains($0) || $0 == "arguments" } ?? true
        }.map(\.value)
        let skipped = directed.contains(name) || name == "precondition" ? 1 : 0
        return values.dropFirst(skipped).flatMap(listed)
    }

    /// What `getVaList` and `withVaList` are handed: the values themselves.
    private static func listed(_ value: Syntax.Expression) -> [Syntax.Expression] {
        guard case .call(let call) = value.node, call.name == "getVaList",
            case .list(let values)? = call.arguments.first?.value.node
        else { return [value] }
        return values
    }

    private init(
        _ scope: CodeScope,
        _ span: SourceSpan,
        _ values: [Syntax.Expression],
        _ style: Style,
        way: [RelatedPlace],
        isGuess: Bool = false
    ) {
        self.isGuess = isGuess
        self.scope = scope
        self.span = span
        self.way = way
        let format = values.first
        let takesFormat = style == .publicFormat || values.count > 1
        if let format, takesFormat, case .name = format.node {
            open = OpenFormat(format: format, values: Array(values.dropFirst()), style: style)
        } else {
            open = nil
        }
        shown = Self.shown(values, style)
    }

    private static func style(
        of name: String,
        _ found: CallInScope,
        _ calls: CallGraph
    ) -> Style? {
        let own = calls.types.functions(calledBy: found.call, in: found.scope)
        guard own.isEmpty else { return nil }
        if name == "os_log" { return .publicFormat }
        if raising.contains(name) {
            return found.receiverName == "NSException" ? .everything : nil
        }
        if directed.contains(name) { return isConsole(found.call) ? .everything : nil }
        if plain.contains(name) {
            let isGlobal =
                found.call.receiver == nil || name == "print" && found.receiverName == "Swift"
            let isWritten = LumberjackLevel.isWritten(name, calls.code.file(at: found.path))
            // `print(value, to: &text)` prints into a text.
            return isGlobal && isWritten && found.call["to"] == nil ? .everything : nil
        }
        if isOtherLogger(found, calls) { return .everything }
        return isSystemLogger(found, calls) ? .publicParts : nil
    }

    /// Whether it is printed where a log goes: `stderr` or a descriptor of it, not into a file.
    private static func isConsole(_ call: Syntax.Call) -> Bool {
        guard let target = call.arguments.first?.value else { return false }
        if case .number = target.node { return true }
        return ["stderr", "stdout", "__stderrp", "__stdoutp", "STDERR_FILENO", "STDOUT_FILENO"]
            .contains(target.lastName) || target.node == .null
    }

    /// A logger of a library that shows all it is handed, or one that reports crashes with it.
    ///
    /// Sources: the documentation of SwiftyBeaver, XCGLogger, swift-log and Firebase Crashlytics.
    private static func isOtherLogger(_ found: CallInScope, _ calls: CallGraph) -> Bool {
        guard let receiver = found.call.receiver, !found.call.arguments.isEmpty else {
            return false
        }
        let imports = Set(found.scope.file.imports)
        let root = receiver.chain.first ?? ""
        if libraries.contains(root) { return !calls.types.declares(root) }
        let name = receiver.lastName ?? root
        let declared = calls.code.variables(name).map(\.variable)
        let isLibrary = declared.contains { variable in
            let maker = variable.value?.chain.first ?? ""
            return libraries.contains(maker) && !calls.types.declares(maker)
                || maker == "Logger" && variable.isSwiftLog(imports)
        }
        return isLibrary && !found.scope.isLocal(name)
    }

    private static let libraries: Set<String> = ["SwiftyBeaver", "XCGLogger", "Crashlytics"]

    private static func isSystemLogger(_ found: CallInScope, _ calls: CallGraph) -> Bool {
        guard let receiver = found.call.receiver, found.scope.file.language == .swift else {
            return false
        }
        if receiver.chain.first == "Logger" { return true }
        if let type = calls.types.type(of: receiver, in: found.scope) {
            return ["Logger", "os.Logger"].contains(type.name) && !calls.types.declares("Logger")
        }
        guard let name = receiver.lastName else { return false }
        let declared = calls.code.variables(name).map(\.variable)
        return declared.contains { variable in
            variable.type == "Logger" || variable.value?.chain.first == "Logger"
        } && found.scope.file.imports.contains { $0 == "os" || $0 == "OSLog" }
    }

    // MARK: What is shown

    private static func shown(_ values: [Syntax.Expression], _ style: Style) -> [Shown] {
        switch style {
        case .everything: everything(values)
        case .publicParts: values.flatMap(publicParts)
        case .publicFormat: publicFormat(values)
        }
    }

    /// `%{public}@` alone shows its value.
    private static func publicFormat(_ values: [Syntax.Expression]) -> [Shown] {
        guard let index = values.firstIndex(where: { $0.literal != nil }),
            let format = values[index].literal
        else { return values.flatMap(publicParts) }
        return zip(LogFormat(format).directives, values[(index + 1)...]).filter { $0.0.isPublic }
            .map { Shown(label: $0.0.label, value: $0.1) }
    }

    private static func everything(_ values: [Syntax.Expression]) -> [Shown] {
        var shown: [Shown] = []
        let labels = values.first?.literal.map { LogFormat($0).directives.map(\.label) } ?? []
        for (index, value) in values.enumerated() {
            let inner = parts(of: value) { _ in true }
            if !inner.isEmpty {
                shown += inner
            } else if value.literal == nil {
                let label = index >= 1 && index <= labels.count ? labels[index - 1] : ""
                shown.append(Shown(label: label, value: value))
            }
        }
        return shown
    }

    /// Interpolations are private by default in the system's log, except with `privacy: .public`.
    private static func publicParts(_ value: Syntax.Expression) -> [Shown] {
        parts(of: value) { $0.contains { $0.value.lastName == "public" } }
    }

    private static func parts(
        of value: Syntax.Expression,
        shows: ([Syntax.Argument]) -> Bool
    ) -> [Shown] {
        guard case .text(let parts) = value.node else {
            guard case .operation("+", let operands) = value.node else { return [] }
            return operands.flatMap { operand in
                operand.literal == nil && !isText(operand)
                    ? [Shown(label: "", value: operand)] : Self.parts(of: operand, shows: shows)
            }
        }
        var label = ""
        var shown: [Shown] = []
        for part in parts {
            switch part {
            case .fixed(let text): label = text
            case .interpolated(let arguments):
                if let value = arguments.first?.value, shows(arguments) {
                    shown.append(Shown(label: label, value: value))
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
}

extension LogCall: Sink {
    var function: CodeScope? { scope }

    var handed: Set<Int> {
        let values = shown.map(\.value) + (open.map { [$0.format] + $0.values } ?? [])
        return values.reduce(into: []) { $0.formUnion(scope.parameters(in: $1)) }
    }

    func reached(by caller: CallGraph.Caller) -> LogCall? {
        let function = scope.function
        let step = RelatedPlace(
            "'\(function.name)' hands it to the log",
            path: scope.file.path,
            line: Int(span.start.line)
        )
        let shownParameters = shown.reduce(into: Set<Int>()) {
            $0.formUnion(scope.parameters(in: $1.value))
        }
        let given = caller.values.keys.sorted()
        let format = open.flatMap { open in
            given.first(where: scope.parameters(in: open.format).contains)
        }
        if let open, let format, let text = caller.value(format), Self.isFormat(text) {
            let taken = open.values.reduce(into: Set<Int>()) {
                $0.formUnion(scope.parameters(in: $1))
            }
            let values = given.filter { $0 != format && taken.contains($0) }
                .flatMap { caller.values[$0] ?? [] }
            return LogCall(
                caller.scope,
                caller.span,
                [text] + values,
                open.style,
                way: [step] + way,
                isGuess: isGuess
            )
        }
        let values = given.filter(shownParameters.contains).flatMap { caller.values[$0] ?? [] }
        guard !values.isEmpty else { return nil }
        return LogCall(
            caller.scope,
            caller.span,
            values,
            .everything,
            way: [step] + way,
            isGuess: isGuess
        )
    }
}

extension LogCall {
    /// Whether `value` is a format, or a name under which one is handed on.
    private static func isFormat(_ value: Syntax.Expression) -> Bool {
        if case .name = value.node { return true }
        return value.literal != nil
    }
}

extension Syntax.Variable {
    /// Whether it is a logger of swift-log's, where a file that has `imports` uses it: that one is made
    /// with a label.
    fileprivate func isSwiftLog(_ imports: Set<String>) -> Bool {
        guard case .call(let call)? = value?.node else { return false }
        return call["label"] != nil && imports.isDisjoint(with: ["os", "OSLog"])
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
