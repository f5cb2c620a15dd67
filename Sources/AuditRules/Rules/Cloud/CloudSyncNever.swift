import AuditFacts
import AuditPolicy

/// `cloud.sync-never`: data that the policy keeps out of clouds in a cloud.
enum CloudSyncNever: Rule {
    static let description = RuleDescription(
        "cloud.sync-never",
        "Data goes into iCloud that the policy keeps out of it",
        severity: .high,
        isProven: true,
        summary: """
            A value of a kind of data with `sync: never` goes to `NSUbiquitousKeyValueStore`, a \
            CloudKit record, a synchronizable item of the keychain, or a file in an iCloud container, or \
            has a type or field of its own in a `.ckdb` file. \
            The policy's `symbols`, `keys` and `paths` say which values are of the kind. Where they \
            name nothing, the vocabulary does, and the finding is a note.
            """,
        rationale: """
            What is synchronized lies on every device of the user and on a server, with the \
            protection that those have. The policy says that this data does not.
            """,
        remedy: """
            Keep it on the device: in a file with a protection class, or in the keychain with an accessibility \
            that ends in `ThisDeviceOnly`. Or let the policy say `sync: allowed`, with a reason.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0303"],
            weaknesses: ["0002"],
            commonWeaknesses: [359]
        ),
        examples: [
            RuleExample(
                "the kind's symbol in a record",
                files: [
                    "Example.swift": """
                    func fill(_ record: CKRecord, _ diary: Diary, _ theme: Theme) {
                        record.encryptedValues["a"] = diary.text
                        record["b"] = theme.name
                    }
                    """
                ],
                policy: """
                    kinds:
                      diary: {sensitivity: personal, class: complete, symbols: [Diary], sync: never}
                    """,
                findings: ["Example.swift:2"]
            ),
            RuleExample(
                "a kind that may be synchronized",
                files: [
                    "Example.swift": """
                    func fill(_ record: CKRecord, _ diary: Diary, _ theme: Theme) {
                        record.encryptedValues["a"] = diary.text
                        record["b"] = theme.name
                    }
                    """
                ],
                policy: """
                    kinds:
                      diary: {sensitivity: personal, class: complete, symbols: [Diary], sync: allowed}
                    """
            ),
        ]
    )

    static let watches: Set<String> = [
        "NSUbiquitousKeyValueStore", "CKRecord", "kSecAttrSynchronizable", "encryptedValues",
    ]

    private static let outlets: [(outlet: Outlet, place: String)] = [
        (.keyValueStore, "iCloud's key-value store"), (.record, "a record of CloudKit"),
        (SynchronizedItems.outlet, "the keychain of all devices"),
    ]

    static func observations(in context: AuditContext) -> [Observation] {
        let kinds = context.policy.kinds.filter { !$0.mayBeSynchronized }
        guard !kinds.isEmpty else { return [] }
        let values = outlets.flatMap { outlet, place in
            context.sinks[outlet].compactMap { observation(of: $0, place, kinds, context) }
        }
        return values + files(kinds, context) + schemas(kinds, context)
    }

    private static func observation(
        of sink: ValueSink,
        _ place: String,
        _ kinds: [DataKind],
        _ context: AuditContext
    ) -> Observation? {
        let isOpen = sink.values.contains {
            context.code.shape(of: $0, in: sink.scope) == .open && !ValueForms.refers($0)
        }
        guard isOpen else { return nil }
        if let kind = kind(of: sink, kinds, context) {
            return Observation(
                "'\(kind.name)' goes into \(place): the policy has 'sync: never'",
                confidence: .medium,
                path: sink.scope.file.path,
                span: sink.span,
                kind: kind,
                way: sink.way.isEmpty ? [] : [handedOn(at: sink)] + sink.way,
                related: [kind.declaration].compactMap(\.self)
            )
        }
        return guess(sink, place, kinds, context)
    }

    /// The kind that names the value, its type or its key.
    private static func kind(
        of sink: ValueSink,
        _ kinds: [DataKind],
        _ context: AuditContext
    ) -> DataKind? {
        let parts = sink.values.flatMap(\.parts)
        let types = parts.compactMap { context.calls.types.type(of: $0, in: sink.scope)?.lastName }
        let names = Set(parts.compactMap(\.ownName) + types)
        let key = sink.key.flatMap { context.code.text(of: $0, in: sink.scope) }
        return kinds.first { kind in
            !names.isDisjoint(with: kind.symbols) || key.map(kind.keys.contains) ?? false
        }
    }

    /// What the vocabulary says where the policy does not say which values are of a kind.
    private static func guess(
        _ sink: ValueSink,
        _ place: String,
        _ kinds: [DataKind],
        _ context: AuditContext
    ) -> Observation? {
        let unnamed = kinds.filter { kind in
            !kind.isPlanned && kind.symbols.isEmpty && kind.keys.isEmpty && kind.paths.isEmpty
        }
        guard !unnamed.isEmpty, let found = sink.sensitivity(context),
            let kind = unnamed.first(where: { $0.sensitivity == found.match.sensitivity })
        else { return nil }
        return Observation(
            "'\(found.name)', perhaps of '\(kind.name)', goes into \(place): "
                + "the policy has 'sync: never'",
            because: found,
            ceiling: .note,
            path: sink.scope.file.path,
            span: sink.span,
            way: sink.way
        )
    }

    private static func handedOn(at sink: ValueSink) -> RelatedPlace {
        RelatedPlace(
            "the value is handed on here",
            path: sink.scope.file.path,
            line: Int(sink.span.start.line)
        )
    }

    /// Types and fields of records that are called as the policy calls data of a kind.
    private static func schemas(
        _ kinds: [DataKind],
        _ context: AuditContext
    ) -> [Observation] {
        context.recordTypes.flatMap { path, type, _ -> [Observation] in
            if let kind = kinds.first(where: { $0.symbols.contains(type.plainName) }) {
                return [declared(kind, "the type '\(type.name)'", path, type.place)]
            }
            return type.fields.compactMap { field in
                let kind = kinds.first {
                    $0.keys.contains(field.plainName) || $0.symbols.contains(field.plainName)
                }
                return kind.map {
                    declared($0, "'\(field.name)' of '\(type.name)'", path, field.place)
                }
            }
        }
    }

    private static func declared(
        _ kind: DataKind,
        _ name: String,
        _ path: String,
        _ place: SourcePlace
    ) -> Observation {
        Observation(
            "'\(kind.name)' has \(name) among records of CloudKit: the policy has 'sync: never'",
            confidence: .medium,
            path: path,
            span: SourceSpan(place),
            kind: kind,
            related: [kind.declaration].compactMap(\.self)
        )
    }

    private static func files(_ kinds: [DataKind], _ context: AuditContext) -> [Observation] {
        context.written.compactMap { written in
            let path = written.path(context)
            guard path.folder == .cloud else { return nil }
            let kind = kinds.first { kind in
                kind.paths.contains(where: path.fits)
                    || !Set(kind.symbols).isDisjoint(
                        with: written.value.parts.compactMap(\.ownName)
                    )
            }
            return kind.map { kind in
                Observation(
                    "'\(kind.name)' goes into a container of iCloud: the policy has 'sync: never'",
                    confidence: .medium,
                    path: written.scope.file.path,
                    span: written.span,
                    kind: kind,
                    way: written.way,
                    related: [kind.declaration].compactMap(\.self)
                )
            }
        }
    }
}
