import AuditFacts
import ProtectionModel

/// `store.class-none`: data written with no protection.
enum StoreClassNone: Rule {
    static let description = RuleDescription(
        "store.class-none",
        "Data is written without protection",
        severity: .high,
        isProven: true,
        summary: """
            A file, folder or database is given the class `none`. Comparisons with it, empty marker \
            files and sources that are not the app's own are not reported.
            """,
        rationale: """
            A file of class `none` is encrypted with a key that every booted device has: whoever \
            takes the device reads it without the passcode, even before the first unlock. The \
            default of iOS is stronger, so this was a choice.
            """,
        remedy: """
            Leave the class out, or name the weakest one that every reader can work with: \
            `completeUntilFirstUserAuthentication` for what background work reads, \
            `completeUnlessOpen` for what it only writes, else `complete`.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299", "0300"],
            weaknesses: ["0001"],
            commonWeaknesses: [311, 922]
        ),
        examples: [
            .swift(
                "an option of a write",
                """
                func save(_ data: Data, to url: URL) throws {
                    try data.write(to: url, options: [.atomic, .noFileProtection])
                }
                """,
                findings: [2]
            ),
            .swift(
                "a class that is shown, and levels of something else",
                """
                func fill(_ rows: inout [FileProtectionType], _ vpn: Tunnel) {
                    rows.append(FileProtectionType.none)
                    label.text = title(for: FileProtectionType.none)
                    vpn.protectionLevel = .none
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.storage.all.filter { use in
            use.classes.contains { $0.protectionClass == .none } && !use.isMarker
        }.map { use in
            Observation(
                "class none: \(stored(use, context)) is readable without the passcode",
                path: use.path,
                span: use.span,
                kind: context.kind(of: use),
                related: callers(of: use, context)
            )
        }
    }

    /// How many places an observation names at most.
    private static let placeLimit = 10

    /// How many calls lie between the place where a file is named and the one where it gets the class.
    private static let hopLimit = 3

    /// Who has the class set, where a function of the app's own sets it for whatever it is handed.
    private static func callers(of use: StorageUse, _ context: AuditContext) -> [RelatedPlace] {
        guard let target = use.target, isHanded(target, use.scope) else { return [] }
        var places: [RelatedPlace] = []
        var wave = [use.scope]
        for _ in 0..<hopLimit where !wave.isEmpty && places.count < placeLimit {
            let called = wave.map { ($0.function.name, context.calls.callers(of: $0)) }
            places += called.flatMap { name, callers in
                callers.map { caller in
                    RelatedPlace(
                        "'\(name)' is called here",
                        path: caller.scope.file.path,
                        line: Int(caller.span.start.line)
                    )
                }
            }
            // One that names no file itself hands on whatever it is given.
            wave = called.flatMap(\.1).filter { !$0.scope.function.parameters.isEmpty }
                .prefix(placeLimit).map(\.scope)
        }
        return Array(places.prefix(placeLimit))
    }

    /// Whether `target` is a parameter, or the object that the function of `scope` belongs to.
    private static func isHanded(_ target: Syntax.Expression, _ scope: CodeScope) -> Bool {
        if target.chain.first == "self" || !scope.parameters(in: target).isEmpty { return true }
        guard let own = target.chain.first else { return false }
        return paths.contains(own) && !scope.isLocal(own)
            && scope.function.type.map { ["URL", "NSURL"].contains($0) } ?? false
    }

    private static let paths: Set<String> = ["path", "relativePath", "absoluteURL"]

    /// What gets the class: its file's name where that is fixed, else the names that the code has
    /// for the place and what is written there.
    private static func stored(_ use: StorageUse, _ context: AuditContext) -> String {
        let path = use.target.map { use.scope.path(of: $0, context.code) }
        if let file = path?.texts.last(where: isTelling) { return "'\(file)'" }
        let names = [use.content, use.target].compactMap { $0?.ownName ?? $0?.lastName }
        let told = names.filter { !plain.contains($0) }
        switch (told.first, path?.folder) {
        case (let name?, let folder?): return "'\(name)' in \(words(folder))"
        case (let name?, nil): return "'\(name)'"
        case (nil, let folder?): return "what is stored in \(words(folder))"
        case (nil, nil): return "what is stored here"
        }
    }

    /// Whether it is more than an extension.
    private static func isTelling(_ text: String) -> Bool {
        text.contains(where: \.isLetter) && text.first != "." && text.utf8.count > 4
    }

    /// Names of anything.
    private static let plain: Set<String> = [
        "data", "url", "path", "file", "fileURL", "filePath", "self", "content", "contents",
    ]

    private static func words(_ folder: PathTrace.Folder) -> String {
        switch folder {
        case .group: "the app group's container"
        case .bundle: "the bundle"
        case .cloud: "the iCloud container"
        case .documents, .caches, .temporary, .applicationSupport, .library:
            folder.path ?? folder.rawValue
        }
    }
}
