import AuditFacts

/// Which of an app's databases records of CloudKit are saved into.
enum RecordDatabase {
    /// The files of `sinks` that save into the public database.
    static func publicFiles(of sinks: [ValueSink], _ code: CodeIndex) -> Set<String> {
        Set(sinks.map(\.end.scope.file.path)).filter { path in
            code.scopes(in: path).flatMap(\.expressions).contains { value in
                value.mentions("publicCloudDatabase")
                    || value.mentions("CKContainer") && value.mentions("public")
            }
        }
    }
}

/// Whose eyes the records of a schema's types are for: a schema is that of all databases of a
/// container, and only the sources say which of them they use.
enum RecordAudience: Sendable, Hashable {
    /// The public database: all that its grants allow.
    case everybody
    /// The user's own databases, and who the user shares a zone with.
    case user
    /// Not told by the sources, or different for different types.
    case unknown

    /// The audience of types, as far as sources tell.
    init(_ code: CodeIndex) {
        var use = DatabaseUse()
        for file in code.files where file.imports.contains(where: Self.isOfRecords) {
            use.look(at: file, code)
        }
        self =
            switch (use.asksPublic, use.asksOwn) {
            case (true, false): .everybody
            case (false, true): .user
            default: .unknown
            }
    }

    /// The audience of `type`, where `self` is that of the others.
    func of(_ type: SchemaFile.RecordType) -> RecordAudience {
        // Apple, "CKContainer": user records are in the public database.
        if type.name == "Users" { return .everybody }
        if type.name == "cloudkit.share" { return .user }
        // Encrypted fields cannot be saved into the public database.
        if type.fields.contains(where: \.isEncrypted) { return .user }
        // Roles of a container's own are for its public database alone.
        if type.grants.contains(where: { !$0.role.hasPrefix("_") }) { return .everybody }
        // Core Data's mirror uses the private database unless it is told otherwise.
        if type.name.hasPrefix(SchemaFile.mirrorPrefix), self == .unknown { return .user }
        return self
    }

    /// Whether `name` is a module whose records go to iCloud, or a header of one.
    private static func isOfRecords(_ name: String) -> Bool {
        ["CloudKit", "CoreData", "SwiftData"].contains(name.prefix { $0 != "/" })
    }
}

/// The databases that sources ask for.
private struct DatabaseUse {
    var asksPublic = false
    var asksOwn = false

    private static let owners: Set<String> = ["privateCloudDatabase", "sharedCloudDatabase"]
    private static let scopes: Set<String> = ["database", "databaseWithDatabaseScope:"]

    mutating func look(at file: CodeFile, _ code: CodeIndex) {
        // These work in the user's databases alone.
        if file.mentions.contains("CKSyncEngine") { asksOwn = true }
        for value in file.variables.compactMap(\.value) { look(at: value) }
        for scope in code.allScopes(in: file.path) {
            for step in scope.steps {
                if case .assignment(let target, let value) = step.statement.kind,
                    target.lastName == "databaseScope"
                {
                    note(value)
                }
            }
            for value in scope.expressions { look(at: value) }
        }
        if file.mentions.contains("NSPersistentCloudKitContainer"), !asksPublic { asksOwn = true }
    }

    private mutating func look(at value: Syntax.Expression) {
        value.forEachPart { part in
            if let name = part.ownName {
                if name == "publicCloudDatabase" { asksPublic = true }
                if Self.owners.contains(name) { asksOwn = true }
            }
            guard case .call(let call) = part.node else { return }
            if Self.scopes.contains(call.name ?? "") {
                for argument in call.arguments { note(argument.value) }
            }
            // SwiftData mirrors into the private database alone.
            if call["cloudKitDatabase"].map({ $0.lastName != "none" }) ?? false { asksOwn = true }
        }
    }

    /// Notes a scope of databases.
    private mutating func note(_ scope: Syntax.Expression) {
        switch scope.lastName {
        case "public", "CKDatabaseScopePublic": asksPublic = true
        case "private", "shared", "CKDatabaseScopePrivate", "CKDatabaseScopeShared": asksOwn = true
        default: break
        }
    }
}
