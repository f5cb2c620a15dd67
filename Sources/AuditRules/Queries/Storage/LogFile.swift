import AuditFacts
import AuditPolicy

/// A place that opens or writes a file which takes the app's log.
struct LogFile {
    /// How sure it is that lines of a log get there.
    enum Certainty: Comparable {
        /// The file, or what writes it, is called so.
        case guess
        /// Both are, or the process's own output is sent there.
        case certain
    }

    /// The function it stands in.
    let scope: CodeScope
    /// The lines of the call.
    let span: SourceSpan
    /// What is known of the file's path.
    let path: PathTrace
    /// The file's name, or that of the function or type that writes it.
    let name: String
    /// How sure it is.
    let certainty: Certainty

    /// Names whose functions must be kept.
    static let watched = Set(
        openers.keys.flatMap { $0.split(separator: ":").map(String.init) }
            + ["FileHandle", "OutputStream", "O_CREAT"]
    )

    /// Those that code of the app opens or writes itself, the surest of each type, and of a
    /// source's functions without one.
    static func all(_ context: AuditContext) -> [LogFile] {
        let opened = context.code.scopes.flatMap { scope in
            scope.calls.compactMap { site in
                target(opened: site.call, scope).flatMap { LogFile($0, site, scope, context) }
            }
        }
        let written = context.storage.all.compactMap { use -> LogFile? in
            guard use.operation == .write, let target = use.target else { return nil }
            return LogFile(written: target, use, context)
        }
        var best: [Place: LogFile] = [:]
        for file in opened + written {
            let place = Place(file.scope)
            if best[place].map({ $0.certainty < file.certainty }) ?? true { best[place] = file }
        }
        return Array(best.values)
    }

    private struct Place: Hashable {
        let path: String
        let type: String?

        init(_ scope: CodeScope) {
            path = scope.file.path
            type = scope.function.type
        }
    }

    private init?(
        _ target: Syntax.Expression,
        _ site: CallSite,
        _ scope: CodeScope,
        _ context: AuditContext
    ) {
        let path = scope.path(of: target, context.code)
        let file = path.texts.first(where: Self.isLog)
        let writer = Self.writer(scope)
        let isSent = site.call.name == "freopen"
        guard let name = file ?? writer?.name ?? (isSent ? "freopen" : nil),
            file != nil || isSent || writer?.isFiling == true, !Self.isTested(site, scope)
        else { return nil }
        self.scope = scope
        self.path = path
        self.name = name
        span = CallInScope(scope: scope, site: site).span
        certainty = isSent || file != nil && writer != nil ? .certain : .guess
    }

    /// A file that is written as a whole counts only where both are called so: it may be a copy for
    /// the user, or a log of something else.
    private init?(written target: Syntax.Expression, _ use: StorageUse, _ context: AuditContext) {
        guard let writer = Self.writer(use.scope), writer.isLogging else { return nil }
        let path = use.scope.path(of: target, context.code)
        guard let name = path.texts.first(where: Self.isLog) else { return nil }
        scope = use.scope
        span = use.span
        certainty = .guess
        self.path = path
        self.name = name
    }

    /// Whether it lies where the system empties it.
    var isTemporary: Bool { path.folder == .temporary }

    // MARK: Calls that open files for writing

    private static func target(
        opened call: Syntax.Call,
        _ scope: CodeScope
    ) -> Syntax.Expression? {
        guard let name = call.name else { return nil }
        if let index = openers[name] {
            guard index < call.arguments.count, !isReading(name, call) else { return nil }
            return call.arguments[index].value
        }
        let type = name == "init" ? call.receiver?.lastName : name
        switch type {
        case "FileHandle":
            return ["forWritingTo", "forWritingAtPath", "forUpdating", "forUpdatingAtPath"].lazy
                .compactMap { call[$0] }.first
        case "OutputStream", "NSOutputStream":
            guard call["append"].map({ $0.node != .boolean(false) }) ?? false else { return nil }
            return call["url"] ?? call["toFileAtPath"] ?? call["initToFileAtPath"]
        case "open" where call.arguments.count > 1:
            let flags = scope.sources(of: call.arguments[1].value)
            return flags.contains { $0.mentions("O_CREAT") } ? call.arguments[0].value : nil
        default: return nil
        }
    }

    /// `FileHandle(forWritingAtPath: path) != nil`: it is only asked whether there is one.
    private static func isTested(_ site: CallSite, _ scope: CodeScope) -> Bool {
        scope.steps[site.step].statement.expressions.flatMap(\.parts).contains { part in
            guard case .operation(let symbol, let operands) = part.node,
                symbol == "!=" || symbol == "=="
            else { return false }
            return operands.contains { $0.place == site.place }
        }
    }

    /// Whether a file is opened to be read, or emptied and written once.
    private static func isReading(_ name: String, _ call: Syntax.Call) -> Bool {
        switch name {
        case "fopen", "freopen":
            !(call.arguments.dropFirst().first?.value.literal?.contains(where: "aw+".contains)
                ?? false)
        default: call["append"]?.node == .boolean(false)
        }
    }

    /// Functions that open files for writing, with the place of the path.
    private static let openers = [
        "fopen": 0, "freopen": 0, "fileHandleForWritingAtPath:": 0,
        "fileHandleForWritingToURL:error:": 0, "fileHandleForUpdatingAtPath:": 0,
        "fileHandleForUpdatingURL:error:": 0, "outputStreamToFileAtPath:append:": 0,
        "outputStreamWithURL:append:": 0, "initToFileAtPath:append:": 0, "initWithURL:append:": 0,
    ]

    // MARK: Names

    /// Whether a file or folder called `text` is one of logs: `debug.log`, `log.txt`, `logs`.
    private static func isLog(_ text: String) -> Bool {
        let last = text.split(separator: "/").last.map(String.init) ?? text
        // A pattern that names are compared with is none.
        guard !last.contains(where: "()[]*?\\".contains) else { return false }
        let parts = last.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        if parts.count > 1, parts.last == "log" { return true }
        guard parts.count == 1 || ["txt", "text"].contains(parts.last ?? ""), last.count < 64,
            !last.contains(" ")
        else { return false }
        return ["log", "logs", "logfile"].contains(
            NameWords.words(of: parts.first.map(String.init) ?? "").last ?? ""
        )
    }

    private struct Writer {
        let name: String
        /// Whether its name says that it writes logs into files.
        let isFiling: Bool
        /// Whether its name says that it writes what the app does, not a log of something else.
        let isLogging: Bool
    }

    /// The type or function of `scope` where it is called like one that writes a log.
    private static func writer(_ scope: CodeScope) -> Writer? {
        let names = [scope.function.type, scope.function.name].compactMap { $0 }
        return names.lazy.compactMap { name -> Writer? in
            let words = Set(NameWords.words(of: name))
            guard !words.isDisjoint(with: logging), words.isDisjoint(with: others) else {
                return nil
            }
            return Writer(
                name: name,
                isFiling: !words.isDisjoint(with: ["file", "writer", "disk"]),
                isLogging: !words.isDisjoint(with: ["logger", "logging", "trace", "debug", "file"])
                    || words.count < 3
            )
        }.first
    }

    private static let logging: Set<String> = [
        "log", "logs", "logger", "logging", "logfile", "trace", "tracer",
    ]
    /// What is logged besides what the app does, and what is done with logs that are there.
    private static let others: Set<String> = [
        "transaction", "transactions", "event", "events", "change", "changes", "share", "export",
        "upload", "send", "viewer", "view", "read", "reader", "parse", "parser", "test", "tests",
        "mock", "merge", "copy", "zip", "archive", "attachment", "attachments", "call", "calls",
    ]
}
