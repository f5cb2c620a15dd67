import AuditFacts
import AuditPolicy

/// Guesses at what a value carries that no name calls sensitive, where all of it can be read.
///
/// An address has its query with it, an object all of its members, and a choice the value that was
/// chosen. None of this is more than a guess.
struct CarriedContent: Sendable {
    private let sensitive: SensitiveValues
    private let form: Form

    /// What becomes of a value.
    enum Form: Sendable {
        /// It is described to whoever reads it, and an address is told by it.
        case shown
        /// It is kept with all its members. An app that keeps an address keeps what it has to.
        case encoded
    }

    /// How many expressions are looked at for one answer.
    private static let stepLimit = 64

    init(_ sensitive: SensitiveValues, _ form: Form) {
        self.sensitive = sensitive
        self.form = form
    }

    /// What the value of `expression` seems to carry; `nil` for nothing that could be told.
    func find(in expression: Syntax.Expression, _ scope: CodeScope) -> SensitiveName? {
        var pending = [expression]
        var seen: Set<String> = []
        var stepsLeft = Self.stepLimit
        while let next = pending.popLast(), stepsLeft > 0 {
            stepsLeft -= 1
            if form == .shown,
                let found = address(next, scope) ?? failure(next, scope) ?? payload(next, scope)
            {
                return found
            }
            if let found = object(next, scope) { return found }
            pending += ValueForms.ingredients(of: next)
            guard case .name(let name) = next.node, seen.insert(name).inserted else { continue }
            pending += scope.values(of: name, before: next.place)
        }
        return nil
    }

    // MARK: Addresses

    /// An address on the network, with whatever its path and query say.
    private func address(_ value: Syntax.Expression, _ scope: CodeScope) -> SensitiveName? {
        guard let name = value.lastName, isAddress(value, name, scope),
            sensitive.code.shape(of: value, in: scope) == .open,
            !isLocal(value, scope)
        else { return nil }
        let match = VocabularyMatch(
            sensitivity: .personal,
            term: "an address with all it carries",
            isGuess: true
        )
        return SensitiveName(name: name, match: match, place: value.place)
    }

    private func isAddress(
        _ value: Syntax.Expression,
        _ name: String,
        _ scope: CodeScope
    ) -> Bool {
        switch value.node {
        case .name, .member: break
        default: return false
        }
        if let type = sensitive.calls.types.type(of: value, in: scope) {
            return Self.addressTypes.contains(type.name)
                || type.name == "String" && Self.isAddress(name)
        }
        return Self.isAddress(name)
    }

    private static func isAddress(_ name: String) -> Bool {
        NameWords.words(of: name).last.map(addresses.contains) ?? false
    }

    /// Whether it is the address of a file, or of what everybody may see.
    private func isLocal(_ value: Syntax.Expression, _ scope: CodeScope) -> Bool {
        let around = [scope.function.name, scope.function.type ?? ""]
        let words = (value.chain + around).flatMap { NameWords.words(of: $0) }
        if words.contains(where: Self.ofFiles.contains) { return true }
        if scope.path(of: value, sensitive.code).folder != nil { return true }
        if let own = value.ownName, !scope.declares(own) {
            let variables = sensitive.code.variables(own).map(\.variable)
            if !variables.isEmpty, variables.allSatisfy(\.isConstant) { return true }
        }
        return scope.sources(of: value).flatMap(\.parts).contains { part in
            guard case .call(let call) = part.node else { return false }
            return call["fileURLWithPath"] != nil || call["filePath"] != nil
                || call.name?.hasPrefix("fileURLWithPath") ?? false
                || call.receiver?.chain.first?.hasSuffix("Bundle") ?? false
        }
    }

    private static let addressTypes: Set<String> = [
        "URL", "NSURL", "URLRequest", "NSURLRequest", "NSMutableURLRequest", "URLComponents",
        "NSURLComponents",
    ]
    private static let addresses: Set<String> = ["url", "uri", "link", "deeplink", "href"]
    private static let ofFiles: Set<String> = [
        "file", "files", "path", "directory", "dir", "folder", "document", "documents", "disk",
        "container", "cache", "temp", "temporary", "tmp", "local", "bundle", "database", "db",
        "sqlite", "archive", "zip", "export", "import", "storage", "store", "image", "icon",
        "avatar", "logo", "thumbnail", "font", "video", "audio", "sound", "asset", "download",
        "downloads", "subtitle", "poster", "help", "terms", "scheme",
    ]

    /// An error of a request, which has the address that failed with it.
    ///
    /// Source: Apple, "URL Loading System Error Info Keys", `NSURLErrorFailingURLStringErrorKey`.
    private func failure(_ value: Syntax.Expression, _ scope: CodeScope) -> SensitiveName? {
        guard case .name(let name) = value.node, ["error", "err"].contains(name),
            !Self.requesting.isDisjoint(with: scope.file.mentions)
        else { return nil }
        let match = VocabularyMatch(
            sensitivity: .personal,
            term: "an error with the address that failed",
            isGuess: true
        )
        return SensitiveName(name: name, match: match, place: value.place)
    }

    private static let requesting: Set<String> = [
        "URLSession", "NSURLSession", "dataTask", "URLRequest", "NSURLRequest", "Alamofire", "AF",
        "NSURLConnection",
    ]

    // MARK: Payloads

    /// A dictionary of anything, or the text of an answer: whatever came in it.
    private func payload(_ value: Syntax.Expression, _ scope: CodeScope) -> SensitiveName? {
        guard case .name(let name) = value.node, scope.isLocal(name),
            let last = NameWords.words(of: name).last,
            sensitive.code.shape(of: value, in: scope) == .open
        else { return nil }
        let type = sensitive.calls.types.type(of: value, in: scope)
        let isTold =
            type.map(isAnything) ?? false
            ? !Self.settings.contains(last)
            : Self.answers.contains(last) && type.map { Self.texts.contains($0.name) } ?? true
        guard isTold else { return nil }
        let match = VocabularyMatch(
            sensitivity: .personal,
            term: "all that a message carries",
            isGuess: true
        )
        return SensitiveName(name: name, match: match, place: value.place)
    }

    private func isAnything(_ type: TypeName) -> Bool {
        if type.name == "Dictionary" {
            return type.arguments.last.map {
                ["Any", "AnyObject", "AnyHashable"].contains($0.name)
            }
                ?? false
        }
        return ["NSDictionary", "NSMutableDictionary", "JSON"].contains(type.name)
    }

    private static let texts: Set<String> = ["String", "NSString", "Data", "NSData", "Any", "id"]
    private static let answers: Set<String> = ["json", "payload", "response", "body", "reply"]
    /// What the app's own dictionaries of anything are called.
    private static let settings: Set<String> = [
        "attributes", "options", "option", "config", "configuration", "settings", "environment",
        "traits", "style", "styles", "metrics", "views", "defaults", "parameters",
    ]

    // MARK: Objects

    /// An object of a type that is named for something sensitive, or one of whose cases is.
    private func object(_ value: Syntax.Expression, _ scope: CodeScope) -> SensitiveName? {
        switch value.node {
        case .name, .member, .call: break
        default: return nil
        }
        guard let type = sensitive.calls.types.type(of: value, in: scope).map({ $0.element ?? $0 }),
            type.lastName != value.lastName, isContent(type)
        else { return nil }
        if let member = sensitive.member(of: type, isEncoded: true, isGuessing: true) {
            return member.guessed
        }
        guard
            let match = sensitive.vocabulary.match(handler: type.lastName, isGuessing: true)
                ?? choice(type)
        else { return nil }
        return SensitiveName(name: type.lastName, match: match.guessed, place: value.place)
    }

    /// Whether an object of `type` is content, and not something that works with it.
    private func isContent(_ type: TypeName) -> Bool {
        let words = NameWords.words(of: type.lastName)
        guard let last = words.last, !Self.working.contains(last),
            sensitive.code.shape(ofType: type.name) == .open
        else { return false }
        let types = sensitive.calls.types
        guard let own = types.fullName(type.name), types.declares(own) else { return true }
        switch form {
        case .shown:
            return types.isShown(own) && types.description(of: own) == nil
        case .encoded: return types.isEncodable(own)
        }
    }

    /// The first case of the enumeration `type` that is named for a secret.
    private func choice(_ type: TypeName) -> VocabularyMatch? {
        guard let name = sensitive.calls.types.fullName(type.name) else { return nil }
        let cases = sensitive.code.types(name).filter { $0.kind == .enumeration }
            .flatMap { $0.members.prefix(64) }
        return cases.lazy.compactMap { sensitive.vocabulary.match($0) }
            .first { $0.sensitivity == .credential }
    }

    /// Last words of types that work with content.
    private static let working: Set<String> = [
        "manager", "controller", "view", "delegate", "service", "provider", "store", "storage",
        "repository", "coordinator", "error", "cell", "handler", "factory", "type", "types",
        "kind", "key", "keys", "mode", "task", "session", "client", "screen", "button", "field",
        "label", "parser", "formatter", "picker", "scanner", "monitor", "observer", "strategy",
        "protocol", "interface", "api", "unit", "icon", "color", "image", "mapper", "builder",
        "module", "router", "presenter", "interactor", "worker", "queue", "helper", "util",
        "utils", "validator", "generator", "engine", "database", "cache", "options", "policy",
        "category", "style", "option", "chart", "row", "section", "action", "event", "state",
        "status", "reason", "source", "format", "level", "version", "id", "identifier",
    ]
}
