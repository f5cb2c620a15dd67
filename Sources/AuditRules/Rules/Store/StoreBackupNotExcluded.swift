import AuditFacts
import AuditPolicy

/// `store.backup-not-excluded`: data that the policy keeps out of backups in one.
enum StoreBackupNotExcluded: Rule {
    static let description = RuleDescription(
        "store.backup-not-excluded",
        "Data goes into backups that the policy keeps out of them",
        severity: .medium,
        isProven: true,
        summary: """
            A file or database of a kind with `backup: never` lies in Documents, Application Support \
            or an app group's container, and nothing in the sources excludes it or a folder above it. \
            The policy's `paths` and `symbols` say what is of the kind; where they name nothing, a \
            file of a credential and a database of messages are notes. An exclusion that is set as an \
            attribute of the file is reported, too: it has no effect.
            """,
        rationale: """
            Backups lie in iCloud and on computers, with the protection that those have, and are \
            restored on other devices. There neither the class nor the passcode of this one counts.
            """,
        remedy: """
            Set `isExcludedFromBackup` in the `URLResourceValues` of the folder, each time the file is \
            replaced of the file, or keep the data in Library/Caches. Or let the policy say \
            `backup: allowed`, with a reason.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1", "STORAGE-2"],
            tests: ["0298"],
            weaknesses: ["0002"],
            commonWeaknesses: [530]
        ),
        examples: [
            RuleExample(
                "the policy's kind, in Documents",
                files: [
                    "Example.swift": """
                    func keep(_ text: Data) throws {
                        let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
                        try text.write(to: folder.appendingPathComponent("diary.json"), options: .completeFileProtection)
                    }
                    """
                ],
                policy: """
                    kinds:
                      diary: {sensitivity: personal, class: complete, paths: ["/Documents/diary.json"], backup: never}
                    """,
                findings: ["Example.swift:3"]
            ),
            RuleExample(
                "excluded",
                files: [
                    "Example.swift": """
                    func keep(_ text: Data) throws {
                        let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
                        var file = folder.appendingPathComponent("diary.json")
                        try text.write(to: file, options: .completeFileProtection)
                        var values = URLResourceValues()
                        values.isExcludedFromBackup = true
                        try file.setResourceValues(values)
                    }
                    """
                ],
                policy: """
                    kinds:
                      diary: {sensitivity: personal, class: complete, paths: ["/Documents/diary.json"], backup: never}
                    """
            ),
        ]
    )

    static let watches = StorageUses.watched.union(BackupExclusions.watched)

    static func observations(in context: AuditContext) -> [Observation] {
        let kinds = context.policy.kinds.filter { !$0.mayBeBackedUp }
        let exclusions = BackupExclusions(context.code)
        let stored = context.storage.all.compactMap { use -> Observation? in
            guard let path = path(of: use, context), path.isBackedUp, !exclusions.cover(path) else {
                return nil
            }
            return told(use, kinds, context) ?? guess(use, kinds, context)
        }
        return once(stored) + ineffective(context)
    }

    /// The first of each message in a source: one exclusion mends them all.
    private static func once(_ observations: [Observation]) -> [Observation] {
        var seen: Set<String> = []
        return observations.filter { seen.insert($0.path + "\0" + $0.message).inserted }
    }

    /// Where a file or database is made; `nil` for what makes none, and for a place that is not known.
    private static func path(of use: StorageUse, _ context: AuditContext) -> PathTrace? {
        switch use.operation {
        case .write, .openDatabase:
            guard !use.isMarker else { return nil }
            return use.target.map { use.scope.path(of: $0, context.code) }
        case .openCoreData:
            // A container keeps its store in Application Support.
            return use.target.map { use.scope.path(of: $0, context.code) }
                ?? PathTrace(folder: .applicationSupport, texts: [], names: [])
        case .makeFolder, .setAttributes, .openRealm, .other: return nil
        }
    }

    private static func told(
        _ use: StorageUse,
        _ kinds: [DataKind],
        _ context: AuditContext
    ) -> Observation? {
        guard let kind = context.kind(of: use), !kind.mayBeBackedUp else { return nil }
        return Observation(
            "'\(kind.name)' goes into backups: the policy has 'backup: never'",
            confidence: .medium,
            path: use.path,
            span: use.span,
            kind: kind,
            related: [kind.declaration].compactMap(\.self)
        )
    }

    /// What the vocabulary says where the policy does not say which files are of a kind.
    private static func guess(
        _ use: StorageUse,
        _ kinds: [DataKind],
        _ context: AuditContext
    ) -> Observation? {
        guard let found = sensitivity(of: use, context),
            let kind = kinds.first(where: { kind in
                kind.sensitivity == found.match.sensitivity && kind.symbols.isEmpty
                    && kind.paths.isEmpty
            })
        else { return nil }
        return Observation(
            "'\(found.name)', perhaps of '\(kind.name)', goes into backups: "
                + "the policy has 'backup: never'",
            because: found,
            ceiling: .note,
            path: use.path,
            span: use.span
        )
    }

    /// What a file is made of, or what shows that a database holds something sensitive.
    private static func sensitivity(
        of use: StorageUse,
        _ context: AuditContext
    ) -> SensitiveName? {
        if let content = use.content { return context.sensitive.origin(of: content, use.scope) }
        return use.operation == .write ? nil : context.evidence(near: use)
    }

    /// `setAttributes(_:ofItemAtPath:)` takes attributes, and an exclusion is a resource value.
    private static func ineffective(_ context: AuditContext) -> [Observation] {
        let calls = context.code.calls(of: "setAttributes", "setAttributes:ofItemAtPath:error:")
        return calls.compactMap { found in
            let given = found.call.arguments.first.map { found.scope.sources(of: $0.value) } ?? []
            let keys = given.flatMap(\.parts).flatMap { part -> [Syntax.Expression] in
                guard case .dictionary(let entries) = part.node else { return [] }
                return entries.map(\.key)
            }
            guard keys.contains(where: { $0.mentions(anyOf: BackupExclusions.watched) }) else {
                return nil
            }
            return Observation(
                "nothing is excluded from backups: the key is one of resource values, no attribute",
                path: found.path,
                span: found.span
            )
        }
    }
}
