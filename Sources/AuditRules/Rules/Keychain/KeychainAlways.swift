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
                "a library's option",
                """
                import KeychainAccess
                func open() {
                    keychain = Keychain(service: "a").accessibility(.alwaysThisDeviceOnly)
                }
                """,
                findings: [3]
            ),
            .swift(
                "options of a property, and of a builder that adding uses",
                """
                final class Store {
                    static let options: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAlways]
                    func query() -> [CFString: Any] { [kSecAttrAccessible: kSecAttrAccessibleAlways] }
                    func add() {
                        var item = query()
                        item[kSecReturnRef] = true
                        SecItemAdd(item as CFDictionary, nil)
                    }
                }
                """,
                findings: [2, 3]
            ),
            .objectiveC(
                "a message and an entry",
                """
                void add(NSMutableDictionary *item, NSData *data) {
                    [SAMKeychain setAccessibilityType:kSecAttrAccessibleAlways];
                    item[(__bridge id)kSecValueData] = data;
                    item[(__bridge id)kSecAttrAccessible] = (__bridge id)kSecAttrAccessibleAlwaysThisDeviceOnly;
                    SecItemAdd((__bridge CFDictionaryRef)item, NULL);
                }
                """,
                findings: [2, 4]
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
            .swift(
                "a property that looks for old items, and names",
                """
                enum Old {
                    static let query: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAlways]
                    static let names = [kSecAttrAccessibleAlways: "always"]
                    static func find() { SecItemCopyMatching(query as CFDictionary, nil) }
                }
                """
            ),
            .swift(
                "deleting them",
                """
                func clean() {
                    SecItemDelete([kSecAttrAccessible: kSecAttrAccessibleAlways] as CFDictionary)
                }
                """
            ),
            .swift(
                "comparing",
                """
                func migrate(_ found: CFString, _ data: Data) {
                    if found == kSecAttrAccessibleAlways { update(data) }
                    SecItemUpdate(query(kSecAttrAccessibleWhenUnlockedThisDeviceOnly), [:] as CFDictionary)
                }
                """
            ),
            .swift(
                "the accessibility of a view",
                """
                import SwiftUI
                func label() -> some View { Text("a").accessibility(.always) }
                """
            ),
            .swift(
                "another accessibility",
                """
                func add(_ data: Data) {
                    SecItemAdd([kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary, nil)
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
