import AuditFacts
import AuditPolicy
import Documents

/// `store.documents-shared`: sensitive files in a folder that the user's computer and Files show.
enum StoreDocumentsShared: Rule {
    /// What both examples stand in.
    private static let project = ExampleProject.app.with([
        "App/A.swift": """
        func keep(_ password: Data) throws {
            let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
            try password.write(to: folder.appendingPathComponent("a"))
        }
        """
    ])

    static let description = RuleDescription(
        "store.documents-shared",
        "Sensitive files are in a folder that is shared",
        severity: .medium,
        isProven: true,
        summary: """
            An app with `UIFileSharingEnabled` puts something sensitive into its Documents folder: a \
            kind of the policy, a value that is sensitive by its name, or files of messages that are \
            linked or copied there.
            """,
        rationale: """
            Whoever connects the unlocked device to a computer copies the whole folder, and Files \
            shows it; other apps can be given it.
            """,
        remedy: """
            Keep what is not meant for sharing in Application Support, or switch file \
            sharing off.
            """,
        references: RuleReferences(
            controls: ["STORAGE-2"],
            tests: ["0303"],
            weaknesses: ["0002"],
            commonWeaknesses: [552]
        ),
        examples: [
            RuleExample(
                "a password",
                in: project,
                files: [
                    "App/Info.plist": """
                    <plist version="1.0"><dict>
                    <key>UIFileSharingEnabled</key><true/>
                    </dict></plist>

                    """
                ],
                findings: ["App/Info.plist:2"]
            ),
            RuleExample(
                "not shared",
                in: project,
                files: [
                    "App/Info.plist": """
                    <plist version="1.0"><dict>
                    <key>UIFileSharingEnabled</key><false/>
                    </dict></plist>

                    """
                ]
            ),
        ]
    )

    private static let key = "UIFileSharingEnabled"
    private static let copying: Set<String> = [
        "linkItem", "copyItem", "moveItem", "linkItemAtPath:toPath:error:",
        "copyItemAtPath:toPath:error:", "moveItemAtPath:toPath:error:",
        "linkItemAtURL:toURL:error:", "copyItemAtURL:toURL:error:", "moveItemAtURL:toURL:error:",
    ]

    static let watches = StorageUses.watched.union(copying).union([
        "documentDirectory", "NSDocumentDirectory",
    ])

    static func observations(in context: AuditContext) -> [Observation] {
        let sharing = context.processes.filter { $0.kind == .app && entry(of: $0) != nil }
        guard !sharing.isEmpty else { return [] }
        let stored = writes(context) + copies(context)
        var seen: Set<String> = []
        return sharing.compactMap { target in
            let sources = Set(context.graph.closure(of: target).flatMap(\.sources))
            guard let entry = entry(of: target), let path = entry.origin ?? target.infoPath,
                let found = stored.first(where: { sources.contains($0.path) }),
                seen.insert(path).inserted
            else { return nil }
            return Observation(
                "'\(target.name)' shares its Documents folder, and \(found.message)",
                confidence: .low,
                path: path,
                span: SourceSpan(entry.place),
                related: [found]
            )
        }
    }

    private static func entry(of target: Target) -> DocumentEntry? {
        target.releases.lazy.compactMap { $0.info?.entry(key) }.first { $0.value.boolean == true }
    }

    private static func writes(_ context: AuditContext) -> [RelatedPlace] {
        let written = context.written.compactMap { written -> RelatedPlace? in
            guard written.path(context).folder == .documents else { return nil }
            return place(written.sensitivity(context)?.name, written.use, context)
        }
        let opened = context.storage.all.compactMap { use -> RelatedPlace? in
            guard use.content == nil, use.operation != .makeFolder,
                use.operation != .setAttributes, let target = use.target,
                use.scope.path(of: target, context.code).folder == .documents
            else { return nil }
            let isDatabase = use.operation != .write && use.operation != .other
            let found = isDatabase ? context.evidence(near: use)?.name : nil
            return place(
                use.call.flatMap(KnownValues.match(madeBy:))?.term ?? found,
                use,
                context
            )
        }
        return written + opened
    }

    /// Where `name`, or what the policy says of the file, is stored.
    private static func place(
        _ name: String?,
        _ use: StorageUse,
        _ context: AuditContext
    ) -> RelatedPlace? {
        let kind = context.kind(of: use).flatMap { $0.sensitivity == nil ? nil : $0 }
        guard let name = name ?? kind?.name else { return nil }
        return RelatedPlace(
            "'\(name)' is stored there",
            path: use.path,
            line: Int(use.span.start.line)
        )
    }

    /// Files that are linked or copied there by code that has to do with messages.
    private static func copies(_ context: AuditContext) -> [RelatedPlace] {
        context.code.scopes.flatMap { scope in
            scope.calls.compactMap { site in
                guard isCopy(site.call), site.call.arguments.count > 1,
                    let target = site.call["to"] ?? site.call["toPath"] ?? site.call["toURL"],
                    scope.path(of: target, context.code).folder == .documents,
                    scope.file.mentions.contains(where: isMessage)
                else { return nil }
                return RelatedPlace(
                    "files of messages are put there",
                    path: scope.file.path,
                    line: Int(site.place.line)
                )
            }
        }
    }

    /// `linkItem(at:to:)` and own functions such as `hardLinkOrCopyFile:to:`.
    private static func isCopy(_ call: Syntax.Call) -> Bool {
        guard let name = call.name else { return false }
        if copying.contains(name) { return true }
        let words = Set(NameWords.words(of: name))
        return !words.isDisjoint(with: ["link", "copy", "move", "hardlink"])
            && !words.isDisjoint(with: ["file", "item"])
    }

    /// Whether `type` is what people send each other (`ChatMessage`, `MLMessage`, `Attachment`), and
    /// not what a script, a watch or a session exchanges.
    private static func isMessage(_ type: String) -> Bool {
        let words = NameWords.words(of: type)
        guard let last = words.last, last == "message" || last == "attachment" else { return false }
        return words.dropLast().allSatisfy { $0.count <= 3 || senders.contains($0) }
    }

    private static let senders: Set<String> = ["chat", "mail", "text", "direct", "xmpp"]
}
