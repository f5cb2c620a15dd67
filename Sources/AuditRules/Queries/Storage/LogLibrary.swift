import AuditFacts
import AuditPolicy

/// A library's logger that writes into files, made by the app.
///
/// Sources: CocoaLumberjack, `DDFileLogger.m`; SwiftyBeaver, `FileDestination.swift`; XCGLogger,
/// `FileDestination.swift`.
struct LogLibrary {
    /// The function it stands in.
    let scope: CodeScope
    /// The lines of the call.
    let span: SourceSpan
    /// What is wrong.
    let message: String
    /// Whether nothing but the library's word is behind it.
    let isGuess: Bool

    /// Names whose functions must be kept.
    static let watched: Set<String> = ["DDFileLogger", "FileDestination"]

    /// Those whose files have no class, or a weaker one than they could have.
    static func all(_ context: AuditContext) -> [LogLibrary] {
        context.code.scopes.flatMap { scope in
            scope.calls.compactMap { LogLibrary($0, scope, context) }
        }
    }

    private init?(_ site: CallSite, _ scope: CodeScope, _ context: AuditContext) {
        let chain = site.call.callee.chain
        guard let type = chain.first(where: Self.watched.contains),
            chain.last == type || (chain.last ?? "").hasPrefix("init"),
            !context.calls.types.declares(type, in: scope.function.type),
            let found = type == "DDFileLogger"
                ? Self.lumberjack(site.call, scope, context) : Self.destination(site, scope)
        else { return nil }
        self.scope = scope
        span = CallInScope(scope: scope, site: site).span
        (message, isGuess) = found
    }

    /// It creates its files with `NSFileProtectionCompleteUnlessOpen`, and with
    /// `…CompleteUntilFirstUserAuthentication` in an app that has any background mode.
    private static func lumberjack(
        _ call: Syntax.Call,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> (String, Bool)? {
        let known = context.graph.hosts(of: scope.file.path).filter(\.isProcess)
        let hosts = known.isEmpty ? context.processes : known
        guard let host = hosts.first(where: { !$0.backgroundModes.isEmpty }),
            !scope.calls.contains(where: hasLevel), !hasOwnManager(call, scope, context)
        else { return nil }
        return (
            "'DDFileLogger' leaves the log readable from the first unlock on, "
                + "for '\(host.name)' runs in the background",
            true
        )
    }

    /// `DDLogFileManagerDefault(logsDirectory:defaultFileProtectionLevel:)`.
    private static func hasLevel(_ site: CallSite) -> Bool {
        site.call["defaultFileProtectionLevel"] != nil
    }

    /// Whether the files are made by a class of the app's own, which may give them any class.
    private static func hasOwnManager(
        _ call: Syntax.Call,
        _ scope: CodeScope,
        _ context: AuditContext
    ) -> Bool {
        let given = call["logFileManager"] ?? call["initWithLogFileManager"]
        guard let manager = given ?? call.arguments.first?.value else { return false }
        let type = context.calls.types.type(of: manager, in: scope)?.lastName
        return type.map { $0 != "DDLogFileManagerDefault" } ?? !scope.sources(of: manager).contains
        {
            $0.mentions("DDLogFileManagerDefault")
        }
    }

    /// SwiftyBeaver's takes the class away from its file, XCGLogger's gives it none.
    private static func destination(_ site: CallSite, _ scope: CodeScope) -> (String, Bool)? {
        if let file = site.call["writeToFile"] {
            guard file.node != .null, site.call["attributes"] == nil else { return nil }
            return ("no class: 'FileDestination' writes the log", false)
        }
        let isMade = scope.file.imports.contains("SwiftyBeaver") || site.call.arguments.isEmpty
        // `FileDestination().logFileURL` only asks where the file would be.
        let isAsked = scope.expressions.flatMap(\.parts).contains { part in
            guard case .member(let base?, "logFileURL") = part.node else { return false }
            return base.place == site.place
        }
        guard isMade, !isAsked else { return nil }
        return ("class none: SwiftyBeaver's 'FileDestination' takes the class from its file", false)
    }
}
