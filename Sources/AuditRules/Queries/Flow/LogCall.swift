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
    /// The service that collects it; `nil` for a log.
    let collector: String?
    /// The format, where that is no fixed text, and what it takes.
    private let open: OpenFormat?

    /// A value that can be read in the log.
    package struct Shown: Sendable {
        /// The fixed text before it.
        package let label: String
        /// The value.
        package let value: Syntax.Expression
    }

    /// A format that whoever calls the function around it hands over.
    private struct OpenFormat: Sendable {
        let format: Syntax.Expression
        let values: [Syntax.Expression]
        let style: LogFunction.Style
    }

    /// All calls that log, those of functions that hand what they are given to one among them.
    static func all(in calls: CallGraph, _ sensitive: SensitiveValues) -> [LogCall] {
        let direct = calls.code.calls(of: LogFunction.names).compactMap { LogCall($0, calls) }
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
        guard let style = LogFunction.style(of: found, calls) else { return nil }
        let values = LogFunction.values(of: found.call, calls)
        let collector = LogFunction.collector(found.call, calls)
        self.init(found.scope, found.span, values, style, way: [], collector: collector)
    }

    /// Calls of functions that are called as loggers are: a guess where they do not show what they do.
    private static func called(in calls: CallGraph) -> [LogCall] {
        calls.code.scopes.flatMap { scope in
            // The system's logger keeps values private.
            let isSystems = scope.file.imports.contains(where: ["os", "OSLog"].contains)
            return scope.calls.compactMap { site -> LogCall? in
                guard LogFunction.isNamed(site.call) else { return nil }
                let targets = calls.types.functions(calledBy: site.call, in: scope)
                let found = CallInScope(scope: scope, site: site)
                let isOwn = targets.contains { !$0.isEmpty }
                guard isOwn || !targets.isEmpty || !isSystems,
                    LogFunction.style(of: found, calls) == nil
                else { return nil }
                let values = site.call.arguments.map(\.value)
                let isGuess = !isOwn || targets.contains { isSwitchedOff($0, site.call, calls) }
                return LogCall(scope, found.span, values, .everything, way: [], isGuess: isGuess)
            }
        }
    }

    /// Whether `call` hands `target` a `false` that it asks before it writes anything: `save: false`.
    private static func isSwitchedOff(
        _ target: CallTarget,
        _ call: Syntax.Call,
        _ calls: CallGraph
    ) -> Bool {
        let refused = zip(call.arguments, target.parameters).compactMap { argument, index in
            argument.value.node == .boolean(false) ? target.function.parameters[index].name : nil
        }
        guard !refused.isEmpty, let body = calls.code.scope(of: target.declared) else {
            return false
        }
        return body.steps.flatMap(\.guards).contains { guarding in
            guarding.condition.expressions.contains { condition in
                condition.ownName.map(refused.contains) ?? false
            }
        }
    }

    private init(
        _ scope: CodeScope,
        _ span: SourceSpan,
        _ values: [Syntax.Expression],
        _ style: LogFunction.Style,
        way: [RelatedPlace],
        isGuess: Bool = false,
        collector: String? = nil
    ) {
        self.isGuess = isGuess
        self.collector = collector
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

    // MARK: What is shown

    private static func shown(_ values: [Syntax.Expression], _ style: LogFunction.Style) -> [Shown]
    {
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

    func reached(by caller: CallGraph.Caller) -> [LogCall] {
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
            return [called(by: caller, [text] + values, open.style, step)]
        }
        let values = given.filter(shownParameters.contains).flatMap { caller.values[$0] ?? [] }
        return values.isEmpty ? [] : [called(by: caller, values, .everything, step)]
    }

    private func called(
        by caller: CallGraph.Caller,
        _ values: [Syntax.Expression],
        _ style: LogFunction.Style,
        _ step: RelatedPlace
    ) -> LogCall {
        LogCall(
            caller.scope,
            caller.span,
            values,
            style,
            way: [step] + way,
            isGuess: isGuess,
            collector: collector
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
