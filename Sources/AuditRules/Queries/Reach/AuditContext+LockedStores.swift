package import AuditFacts
package import AuditPolicy
import ProtectionModel

extension AuditContext {
    /// Places where something that is worth reading gets a class that a locked device cannot open.
    func uses(ofClass protectionClass: ProtectionClass) -> [StorageUse] {
        storage.all.filter { use in
            !use.isMarker && use.classes.contains { $0.protectionClass == protectionClass }
        }
    }

    /// Apps of which the file at `path` is a part and that have one of the background `modes`.
    func apps(of path: String, withModes modes: Set<String>) -> [Target] {
        graph.hosts(of: path).filter { target in
            target.kind == .app && !target.backgroundModes.isDisjoint(with: modes)
        }
    }

    /// Places that give the class `complete` to what an app with one of the background `modes` uses
    /// in a source for which `isHandler` holds; `purpose` and `verb` say for what.
    func observations(
        ofModes modes: Set<String>,
        purpose: String,
        verb: String,
        isHandler: (CodeFile) -> Bool
    ) -> [Observation] {
        var handlers: [String: HandlerSources] = [:]
        return uses(ofClass: .complete).compactMap { use in
            guard let file = code.file(at: use.path) else { return nil }
            let app = apps(of: use.path, withModes: modes).first { target in
                let known = handlers[target.id] ?? HandlerSources(target, self, isHandler)
                handlers[target.id] = known
                return known.use(file)
            }
            guard let app else { return nil }
            return Observation(
                "class complete: '\(app.name)' needs it for \(purpose), which \(verb) a locked device",
                confidence: .medium,
                path: use.path,
                span: use.span,
                kind: kind(of: use)
            )
        }
    }

    /// Places that give the class `complete` to what an extension uses in a context for which
    /// `isMeant` holds and in which it runs while the device is locked.
    func observations(
        ofLockedExtensions isMeant: (ExecutionContext) -> Bool
    ) -> [Observation] {
        uses(ofClass: .complete).compactMap { use in
            guard let reader = lockedReader(of: use.path, type: use.scope.function.type),
                isMeant(reader.context)
            else { return nil }
            return Observation(
                "class complete: '\(reader.target.name)' (\(reader.context.name)) cannot open it while the device is locked",
                confidence: .medium,
                path: use.path,
                span: use.span,
                kind: kind(of: use)
            )
        }
    }

    /// Whether the file asks anywhere whether protected data is available.
    func asksForAvailability(_ file: CodeFile) -> Bool {
        code.scopes(in: file.path).contains { scope in
            scope.expressions.contains { $0.mentions(anyOf: Self.availability) }
        }
    }

    private static let availability: Set<String> = [
        "isProtectedDataAvailable", "protectedDataAvailable",
        "protectedDataDidBecomeAvailableNotification",
    ]
}

/// The sources of a target that handle something, and what they mention.
struct HandlerSources {
    private let paths: Set<String>
    private let mentions: Set<String>

    /// Those of `target` and what it is linked with for which `isHandler` holds.
    init(_ target: Target, _ context: AuditContext, _ isHandler: (CodeFile) -> Bool) {
        let files = context.graph.closure(of: target).flatMap(\.sources)
            .compactMap { context.code.file(at: $0) }.filter(isHandler)
        paths = Set(files.map(\.path))
        mentions = files.reduce(into: []) { $0.formUnion($1.mentions) }
    }

    /// Whether `file` is one of them, or they mention what it declares.
    func use(_ file: CodeFile) -> Bool {
        paths.contains(file.path)
            || file.types.contains { $0.kind != .extensionType && mentions.contains($0.name) }
    }
}

extension AuditContext {
    /// An extension that runs while the device is locked, is made of the file at `path`, and whose
    /// own sources mention `type` or another type of that file.
    package func lockedReader(
        of path: String,
        type: String?
    ) -> (target: Target, context: ExecutionContext)? {
        for target in graph.hosts(of: path) where target.kind == .appExtension {
            guard let context = target.contexts(in: policy).first(where: \.runsLocked) else {
                continue
            }
            let own = target.sources.filter { source in
                graph.owners(of: source).allSatisfy { $0.id == target.id }
            }
            if own.contains(path) || mentions(typesOf: path, type, in: own) {
                return (target, context)
            }
        }
        return nil
    }

    private func mentions(typesOf path: String, _ type: String?, in sources: [String]) -> Bool {
        guard let file = code.file(at: path) else { return false }
        var names = Set(file.types.filter { $0.kind != .extensionType }.map(\.name))
        if let type { names.insert(type) }
        return sources.contains { source in
            code.file(at: source)?.mentions.contains(where: names.contains) ?? false
        }
    }
}
