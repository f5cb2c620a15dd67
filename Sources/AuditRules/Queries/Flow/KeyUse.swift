import AuditFacts

/// A value that something is encrypted or authenticated with, or a key derived from.
///
/// Sources: the documentation of CommonCrypto, CryptoKit, CryptoSwift, RNCryptor, SQLCipher, GRDB,
/// SQLite.swift, FMDB and Realm.
struct KeyUse: Sendable {
    /// The function it stands in.
    let scope: CodeScope
    /// The lines of the call or assignment that takes it.
    let span: SourceSpan
    /// The value.
    let value: Syntax.Expression
    /// Whether it only authenticates: the key of a message authentication code may be public.
    let isAuthenticating: Bool
    /// What is done with it on its way there, when it is done by functions of the app.
    var way: [RelatedPlace] = []

    /// Names whose functions must be kept.
    static let watched: Set<String> = labelled.union(positions.keys).union([
        "encryptionKey", "withEncryptionKey", "encryptData", "decryptData", "RNEncryptor",
        "RNDecryptor", "sqlcipher_export",
    ])

    /// All of them, those that functions are handed among them.
    static func all(in calls: CallGraph) -> [KeyUse] {
        let direct = calls.code.scopes.flatMap { scope in
            scope.calls.compactMap { KeyUse($0, scope, calls) } + assigned(in: scope)
        }
        return calls.withWrappers(direct) { _, _, _ in false }
    }

    private init?(_ site: CallSite, _ scope: CodeScope, _ calls: CallGraph) {
        guard let name = site.call.name,
            let value = Self.key(of: site.call, name, scope.file),
            calls.types.functions(calledBy: site.call, in: scope).isEmpty
        else { return nil }
        self.scope = scope
        self.value = value
        span = CallInScope(scope: scope, site: site).span
        isAuthenticating = Self.authenticating.contains(name)
    }

    private init(
        _ scope: CodeScope,
        _ span: SourceSpan,
        _ value: Syntax.Expression,
        isAuthenticating: Bool = false
    ) {
        self.scope = scope
        self.span = span
        self.value = value
        self.isAuthenticating = isAuthenticating
    }

    /// `configuration.encryptionKey = key` of Realm.
    private static func assigned(in scope: CodeScope) -> [KeyUse] {
        scope.steps.compactMap { step in
            guard case .assignment(let target, let value) = step.statement.kind,
                case .member(.some, "encryptionKey") = target.node,
                !["self", "this"].contains(target.chain.first)
            else { return nil }
            return KeyUse(scope, step.statement.span, value)
        }
    }

    private static func key(
        of call: Syntax.Call,
        _ name: String,
        _ file: CodeFile
    ) -> Syntax.Expression? {
        let type = name == "init" ? call.receiver?.lastName ?? name : name
        if labelled.contains(type) { return call["key"] ?? call["password"] ?? call["data"] }
        if let index = positions[name] {
            if !databases.contains(name) || isEncrypted(file) && call["forPassword"] == nil {
                return call.arguments.indices.contains(index) ? call.arguments[index].value : nil
            }
        }
        if let key = keyLabels.lazy.compactMap({ call[$0] }).first { return key }
        // `password` is a parameter of many calls that encrypt nothing.
        return isEncrypting(name, type)
            ? passwordLabels.lazy.compactMap { call[$0] }.first : nil
    }

    private static func isEncrypting(_ name: String, _ type: String) -> Bool {
        ["RNEncryptor", "RNDecryptor", "Encryptor", "Decryptor"].contains(type)
            || ["sqlcipher_export", "encryptData", "decryptData"].contains(where: name.hasPrefix)
            || name == "key"
    }

    private static func isEncrypted(_ file: CodeFile) -> Bool {
        file.imports.contains { ["SQLite", "GRDB", "FMDB", "SQLCipher"].contains($0) }
    }

    private static let authenticating: Set<String> = [
        "HMAC", "CMAC", "CBCMAC", "Poly1305", "CCHmac", "HKDF",
    ]
    /// Types that are made with `key:`, `password:` or, of CryptoKit, `data:`.
    private static let labelled: Set<String> = [
        "AES", "ChaCha20", "Blowfish", "Rabbit", "HMAC", "CBCMAC", "CMAC", "Poly1305", "HKDF",
        "PBKDF1", "PBKDF2", "Scrypt", "SymmetricKey",
    ]
    /// Labels, and parts of selectors, of keys.
    private static let keyLabels = ["encryptionKey", "withEncryptionKey"]
    /// Those of passwords that keys are derived from.
    private static let passwordLabels = ["key", "password", "withPassword", "forPassword"]
    /// Functions whose key has no label, with its place.
    private static let positions = [
        "CCCrypt": 3, "CCCryptorCreate": 3, "CCCryptorCreateWithMode": 5, "CCHmac": 1,
        "CCKeyDerivationPBKDF": 1, "sqlite3_key": 1, "sqlite3_rekey": 1, "sqlite3_key_v2": 2,
        "sqlite3_rekey_v2": 2, "usePassphrase": 0, "changePassphrase": 0, "keyForPassword": 0,
        "key": 0, "rekey": 0, "keyAndMigrate": 0, "setKey": 0, "setKey:": 0,
        "keyForPassword:salt:settings:": 0,
    ]
    /// Those of them that mean something else of other values.
    private static let databases: Set<String> = [
        "key", "rekey", "keyAndMigrate", "setKey", "setKey:",
    ]
}

extension KeyUse: Sink {
    var function: CodeScope? { scope }

    var handed: Set<Int> { scope.parameters(in: value) }

    func reached(by caller: CallGraph.Caller) -> [KeyUse] {
        let step = RelatedPlace(
            "'\(scope.function.name)' takes it as a key",
            path: scope.file.path,
            line: Int(span.start.line)
        )
        return caller.values(of: handed).map { given in
            var use = KeyUse(
                caller.scope,
                caller.span,
                given,
                isAuthenticating: isAuthenticating
            )
            use.way = [step] + way
            return use
        }
    }
}
