import AuditFacts
import AuditPolicy
import AuditRules
import ProtectionModel

/// A report with something of everything in it.
enum SampleReport {
    static let rich = AuditReport(
        toolVersion: "0.1.0",
        policies: ["messaging", "App/.protectctl.yml"],
        findings: findings,
        accessMatrix: matrix,
        inventory: inventory,
        unread: [
            UnreadNote(
                path: "App/Legacy/Öld\u{202E}cod.m",
                line: 12,
                reason: "malformed",
                message: "a string without an end"
            ),
            UnreadNote(
                path: "App/Media.xcassets/huge.plist",
                line: nil,
                reason: "too-large",
                message: "larger than 16.0 MiB"
            ),
        ],
        fileCount: 214,
        hasBaseline: true
    )

    /// Nothing to say.
    static let clean = AuditReport(
        toolVersion: "0.1.0",
        policies: ["baseline"],
        findings: [],
        accessMatrix: [],
        inventory: [],
        unread: [],
        fileCount: 3,
        hasBaseline: false
    )

    /// A report with `findings` alone.
    static func of(_ findings: [Finding]) -> AuditReport {
        AuditReport(
            toolVersion: "0.1.0",
            policies: [],
            findings: findings,
            accessMatrix: [],
            inventory: [],
            unread: [],
            fileCount: 1,
            hasBaseline: false
        )
    }

    /// A report without findings and with `notes`.
    static func unread(_ notes: [UnreadNote]) -> AuditReport {
        AuditReport(
            toolVersion: "0.1.0",
            policies: [],
            findings: [],
            accessMatrix: [],
            inventory: [],
            unread: notes,
            fileCount: 1,
            hasBaseline: false
        )
    }

    /// A finding like many others.
    static func finding(
        _ number: Int = 1,
        rule: String = "store.class-none",
        level: FindingLevel = .error,
        message: String = "class none: what is stored here is readable without the passcode",
        hint: String = "Leave the class out, or name one that the readers can work with.",
        path: String = "App/Store.swift",
        line: Int = 12,
        column: Int = 9,
        excerpt: [String] = ["    try data.write(to: url, options: [.noFileProtection])"],
        fingerprint: String? = nil,
        kind: String? = nil,
        way: [RelatedPlace] = [],
        related: [RelatedPlace] = [],
        suppression: Suppression? = nil,
        isBaselined: Bool = false
    ) -> Finding {
        Finding(
            rule: rule,
            level: level,
            confidence: .high,
            message: message,
            hint: hint,
            path: path,
            line: line,
            column: column,
            endLine: line + max(0, excerpt.count - 1),
            excerpt: excerpt,
            fingerprint: fingerprint ?? String(repeating: "0", count: 60) + "\(1000 + number)",
            kind: kind,
            way: way,
            related: related,
            suppression: suppression,
            isBaselined: isBaselined
        )
    }

    private static let findings = [
        finding(
            1,
            rule: "store.defaults-secret",
            message: "'refreshToken' is written to the standard defaults",
            hint: "Keep it in the keychain, under a class that says ThisDeviceOnly.",
            path: "App/Account/Sitzung – 会话.swift",
            line: 98,
            column: 2,
            excerpt: [
                "\tUserDefaults.standard.set(", "\t\tsession.refreshToken,",
                "\t\tforKey: \"会话\\u{202E}\u{202E}\" // <b>now</b>", "\t)",
            ],
            way: [
                RelatedPlace(
                    "'token' returns 'refreshToken'",
                    path: "App/Account/Login.swift",
                    line: 7
                ),
                RelatedPlace(
                    "the value is handed on here",
                    path: "App/Account/Sitzung – 会话.swift",
                    line: 98
                ),
                RelatedPlace(
                    "'set' keeps <it> in `UserDefaults`",
                    path: "App/Wrapper\u{202E}.swift",
                    line: 12
                ),
            ],
            related: [
                RelatedPlace("the key", path: "App/Account/Sitzung – 会话.swift", line: 3)
            ]
        ),
        Finding(
            rule: "restore.keyboard-cache",
            level: .note,
            confidence: .low,
            message: "the field 'e-mail' has autocorrection on",
            hint: "Set autocorrectionType to .no.",
            path: "App/Base.lproj/Main.storyboard",
            line: 41,
            column: 25,
            endLine: 41,
            excerpt: [
                "            <textField placeholder=\"e-mail\" customClass=\"</script><img src=x onerror=alert(1)>\"/>"
            ],
            fingerprint: String(repeating: "b", count: 64),
            way: [],
            related: [],
            suppression: nil,
            isBaselined: false
        ),
        finding(3, path: "App/Evil\u{1B}[2J\u{0007}name.swift", line: 3, column: 1, excerpt: []),
        finding(
            4,
            path: "App/Markers.swift",
            line: 20,
            column: 5,
            suppression: Suppression(
                reason: "an empty marker | read before the first unlock",
                until: "2027-01-31",
                by: "comment"
            )
        ),
        finding(5, path: "App/Store.swift", kind: "messages"),
        finding(6, path: "App/Store.swift", line: 40, kind: "drafts", isBaselined: true),
        finding(
            7,
            rule: "restore.from-tomorrow",
            level: .warning,
            message: "a rule of a newer version says something",
            hint: "",
            path: "App/Store.swift",
            line: 120,
            column: 5,
            excerpt: ["    let image = view.snapshot()"]
        ),
        finding(
            8,
            level: .warning,
            message: "class none on the device",
            path: "/Documents/cache.db",
            line: 1,
            column: 1,
            excerpt: [],
            suppression: Suppression(reason: "a cache", until: nil, by: "messaging")
        ),
    ]

    private static let matrix: [AccessMatrixRow] = [
        ("messages", ProtectionClass.complete, "notification-service"),
        ("messages", .complete, "app"),
        ("drafts", .completeUnlessOpen, "notification-service"),
        ("drafts", .completeUnlessOpen, "app"),
        ("avatars", .completeUntilFirstUserAuthentication, "notification-service"),
        ("avatars", .completeUntilFirstUserAuthentication, "app"),
    ].flatMap { kind, protectionClass, context in
        (context == "app" ? [LockState.unlocked] : [.beforeFirstUnlock, .unlocked, .locked]).map {
            let isOpen = protectionClass.isOpenable(in: $0)
            return AccessMatrixRow(
                kind: kind,
                protectionClass: protectionClass,
                context: context,
                state: $0,
                access: isOpen
                    ? .yes : protectionClass == .completeUnlessOpen ? .openHandlesOnly : .no,
                isNeeded: $0 != .beforeFirstUnlock && kind != "avatars"
            )
        }
    }

    private static let inventory = [
        InventoryRow(
            path: "/Documents/cache.db",
            protectionClass: .none,
            kind: nil,
            byteCount: 1_200_000
        ),
        InventoryRow(
            path: "/Documents/messages.db",
            protectionClass: .complete,
            kind: "messages",
            byteCount: 48_000_000
        ),
        InventoryRow(
            path: "/Library/avatars/ä.png",
            protectionClass: .completeUntilFirstUserAuthentication,
            kind: "avatars",
            byteCount: 312_000
        ),
        InventoryRow(
            path: "/Library/avatars/b.png",
            protectionClass: .completeUntilFirstUserAuthentication,
            kind: "avatars",
            byteCount: 98_000
        ),
    ]
}
