import AuditFacts

/// `keychain.always`: an item that is readable before the first unlock.
enum KeychainAlways: Rule {
    static let description = RuleDescription(
        "keychain.always",
        "A keychain item is readable before the first unlock",
        severity: .critical,
        isProven: false,
        summary: """
            An item is added or updated with `kSecAttrAccessibleAlways` or its device-only variant. \
            Queries that look for such items, comparisons and migrations that delete them are not \
            reported.
            """,
        rationale: """
            The item is not protected by the passcode at all: whoever takes the device reads it as \
            soon as it is switched on. The constants have been deprecated since iOS 12.
            """,
        remedy: """
            Use `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`, or \
            `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly` where background work needs the item, \
            and update what is stored already.
            """,
        references: RuleReferences(
            controls: ["STORAGE-1"],
            tests: ["0300", "0301"],
            weaknesses: ["0001"],
            commonWeaknesses: [922]
        ),
        examples: [
            .swift(
                "a new item",
                """
                func add(_ data: Data) {
                    let query: [CFString: Any] = [
                        kSecClass: kSecClassGenericPassword,
                        kSecAttrAccessible: kSecAttrAccessibleAlways,
                        kSecValueData: data,
                    ]
                    SecItemAdd(query as CFDictionary, nil)
                }
                """,
                findings: [4]
            ),
            .swift(
                "looking for old items",
                """
                func find() {
                    let query = [kSecAttrAccessible: kSecAttrAccessibleAlways] as CFDictionary
                    SecItemCopyMatching(query, nil)
                }
                """
            ),
        ]
    )

    static let watches = KeychainUses.watched

    static func observations(in context: AuditContext) -> [Observation] {
        context.keychain.filter { $0.accessibility == .always }.map { use in
            Observation(
                "accessible always: the item is readable before the first unlock",
                path: use.path,
                span: use.span
            )
        }
    }
}
