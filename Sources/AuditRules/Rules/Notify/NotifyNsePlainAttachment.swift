import AuditFacts
import AuditPolicy

/// `notify.nse-plain-attachment`: the file of a notification's attachment, without a class.
enum NotifyNsePlainAttachment: Rule {
    static let description = RuleDescription(
        "notify.nse-plain-attachment",
        "A notification's attachment is written without a protection class",
        severity: .medium,
        isProven: true,
        summary: """
            A function writes a file without a class, which it then attaches to a notification. What \
            it has decrypted, and what is sensitive by the policy's vocabulary, is a warning; anything \
            else, such as a picture from a server, a note.
            """,
        rationale: """
            The file is plain from the write until the system has taken it, and for good where \
            attaching fails or it lies in a shared container: the system's default class opens it \
            from the first unlock on.
            """,
        remedy: """
            Write it with `.completeFileProtectionUntilFirstUserAuthentication` at least, into the \
            extension's own temporary folder, and remove it where attaching fails.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0299"],
            weaknesses: ["0001"],
            commonWeaknesses: [311]
        ),
        examples: [
            .swift(
                "a picture that was decrypted",
                """
                func attach(_ blob: Data, _ key: SymmetricKey, to url: URL) throws -> UNNotificationAttachment {
                    let picture = try Blob(blob).decrypt(with: key)
                    try picture.write(to: url)
                    return try UNNotificationAttachment(identifier: "picture", url: url)
                }
                """,
                findings: [3]
            ),
            .swift(
                "with a class",
                """
                func attach(_ blob: Data, _ key: SymmetricKey, to url: URL) throws -> UNNotificationAttachment {
                    let picture = try Blob(blob).decrypt(with: key)
                    try picture.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
                    return try UNNotificationAttachment(identifier: "picture", url: url)
                }
                """
            ),
        ]
    )

    static let watches = StorageUses.watched.union(["UNNotificationAttachment"])

    static func observations(in context: AuditContext) -> [Observation] {
        let names = ["UNNotificationAttachment", maker] as Set
        let attached = Dictionary(
            grouping: context.code.calls(of: names),
            by: { ObjectIdentifier($0.scope) }
        ).mapValues { calls in
            calls.reduce(into: Set<String>()) { roots, found in
                guard let url = found.call["url"] ?? found.call["URL"] else { return }
                roots.formUnion(found.scope.rootNames(of: url))
            }
        }
        return context.written.compactMap { written in
            guard written.way.isEmpty, let target = written.target,
                let roots = attached[ObjectIdentifier(written.scope)],
                !roots.isDisjoint(with: written.scope.rootNames(of: target)),
                !written.isCovered(context)
            else { return nil }
            return observation(of: written, context)
        }
    }

    private static let maker = "attachmentWithIdentifier:URL:options:error:"

    private static func observation(
        of written: WrittenContent,
        _ context: AuditContext
    ) -> Observation {
        let message = "no class: the attachment of a notification"
        if let found = written.sensitivity(context) {
            return Observation(
                message + " is made of '\(found.name)' (\(found.match.sensitivity))",
                because: found,
                path: written.scope.file.path,
                span: written.span
            )
        }
        let isDecrypted = wasDecrypted(written)
        return Observation(
            isDecrypted ? message + " was decrypted before" : message,
            confidence: isDecrypted ? .medium : .low,
            ceiling: isDecrypted ? .error : .note,
            path: written.scope.file.path,
            span: written.span
        )
    }

    private static func wasDecrypted(_ written: WrittenContent) -> Bool {
        written.scope.sources(of: written.value).flatMap(\.parts).contains { part in
            guard case .call(let call) = part.node, let name = call.name else { return false }
            let words = NameWords.words(of: name)
            return words.contains("decrypt") || words.contains("decrypted")
                || name == "open" && call["using"] != nil
        }
    }
}
