import Foundation
import ProtectedKeychain
import Testing

@Suite("The keychain's rows: what no two items have in common, KC-16 to KC-28")
struct UniquenessRows {
    @Test(
        "KC-16: another account, service or kind of synchronisation makes another generic password",
        arguments: [
            [kSecAttrAccount as String: "bob"], [kSecAttrService as String: "news"],
            [kSecAttrSynchronizable as String: true],
        ] as [[String: any Sendable]]
    )
    func row16(other: [String: any Sendable]) throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let twin = newPassword().merging(other.map { ($0.key as CFString, $0.value as Any) }) { $1 }
        #expect(phone.add(twin) == errSecSuccess)
        #expect(phone.add(twin) == errSecDuplicateItem)
    }

    @Test("KC-17: another access group makes another item")
    func row17() throws {
        let phone = try Phone(accessGroups: ["a", "b"])
        #expect(phone.add(newPassword("ann", [kSecAttrAccessGroup: "a"])) == errSecSuccess)
        #expect(phone.add(newPassword("ann", [kSecAttrAccessGroup: "b"])) == errSecSuccess)
        #expect(phone.add(newPassword("ann", [kSecAttrAccessGroup: "b"])) == errSecDuplicateItem)
    }

    @Test(
        "KC-18: what else a generic password says makes no other item",
        arguments: [
            [kSecAttrLabel as String: "other"], [kSecAttrComment as String: "other"],
            [kSecAttrGeneric as String: Data([1])], [kSecAttrDescription as String: "other"],
            [kSecAttrCreator as String: 7], [kSecAttrType as String: 7],
            [kSecAttrIsInvisible as String: true], [kSecAttrIsNegative as String: true],
            [kSecAttrAccessible as String: kSecAttrAccessibleAlways as String],
        ] as [[String: any Sendable]]
    )
    func row18(other: [String: any Sendable]) throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let twin = newPassword().merging(other.map { ($0.key as CFString, $0.value as Any) }) { $1 }
        #expect(phone.add(twin) == errSecDuplicateItem)
        #expect(phone.accounts([kSecClass: kSecClassGenericPassword]) == ["ann"])
    }

    @Test(
        "KC-19: an internet password is told apart by seven attributes more",
        arguments: [
            [kSecAttrAccount as String: "bob"], [kSecAttrSecurityDomain as String: "other"],
            [kSecAttrServer as String: "other"], [kSecAttrPath as String: "/other"],
            [kSecAttrPort as String: 8080],
            [kSecAttrProtocol as String: kSecAttrProtocolHTTP as String],
            [
                kSecAttrAuthenticationType as String: kSecAttrAuthenticationTypeHTTPDigest
                    as String
            ],
        ] as [[String: any Sendable]]
    )
    func row19(other: [String: any Sendable]) throws {
        let phone = try Phone()
        let item: [CFString: Any] = [
            kSecClass: kSecClassInternetPassword, kSecAttrAccount: "ann",
            kSecAttrServer: "example.com", kSecAttrProtocol: kSecAttrProtocolHTTPS,
            kSecAttrPort: 443, kSecAttrPath: "/",
        ]
        try #require(phone.add(item) == errSecSuccess)
        let twin = item.merging(other.map { ($0.key as CFString, $0.value as Any) }) { $1 }
        #expect(phone.add(twin) == errSecSuccess)
        #expect(phone.add(twin) == errSecDuplicateItem)
        #expect(phone.add(item.merging([kSecAttrLabel: "x"]) { $1 }) == errSecDuplicateItem)
    }

    @Test(
        "KC-20: a key is told apart by its class, labels, tag, kind and sizes",
        arguments: [
            [kSecAttrKeyClass as String: kSecAttrKeyClassPublic as String],
            [kSecAttrApplicationLabel as String: Data([2])],
            [kSecAttrApplicationTag as String: Data([2])],
            [kSecAttrKeyType as String: kSecAttrKeyTypeRSA as String],
            [kSecAttrKeySizeInBits as String: 512], [kSecAttrEffectiveKeySize as String: 512],
        ] as [[String: any Sendable]]
    )
    func row20(other: [String: any Sendable]) throws {
        let phone = try Phone()
        let item: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecAttrApplicationTag: Data([1]), kSecAttrApplicationLabel: Data([1]),
            kSecValueData: Data([4, 5, 6]),
        ]
        try #require(phone.add(item) == errSecSuccess)
        let twin = item.merging(other.map { ($0.key as CFString, $0.value as Any) }) { $1 }
        #expect(phone.add(twin) == errSecSuccess)
        #expect(phone.add(twin) == errSecDuplicateItem)
        #expect(phone.add(item.merging([kSecAttrLabel: "x"]) { $1 }) == errSecDuplicateItem)
    }

    @Test("KC-21: without account and service there can be one generic password only")
    func row21() throws {
        let phone = try Phone()
        let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: Data([1])]
        #expect(phone.add(item) == errSecSuccess)
        #expect(phone.add(item.merging([kSecAttrLabel: "x"]) { $1 }) == errSecDuplicateItem)
    }

    @Test("KC-22: a search for more than the primary key misses what an addition then meets")
    func row22() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let query = password("ann", [kSecAttrGeneric: Data([7])])
        #expect(phone.find(query).status == errSecItemNotFound)
        #expect(
            phone.add(query.merging([kSecValueData: Data([8])]) { $1 }) == errSecDuplicateItem
        )
    }

    @Test("KC-23: a text and its UTF-8 are the same account")
    func row23() throws {
        let phone = try Phone()
        let data = newPassword().merging([kSecAttrAccount: Data("ann".utf8)]) { $1 }
        try #require(phone.add(data) == errSecSuccess)
        #expect(phone.add(newPassword()) == errSecDuplicateItem)
        #expect(phone.data(password()) == Data("secret".utf8))
        #expect(
            phone.attributes(password())?[kSecAttrAccount as String] as? Data == Data("ann".utf8)
        )
    }

    @Test("KC-24: case counts")
    func row24() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("Ann")) == errSecSuccess)
        #expect(phone.find(password("ann")).status == errSecItemNotFound)
        #expect(phone.add(newPassword("ann")) == errSecSuccess)
    }

    @Test("KC-25: a change into another item's primary key is refused, and changes nothing")
    func row25() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann", secret: "a")) == errSecSuccess)
        try #require(phone.add(newPassword("bob", secret: "b")) == errSecSuccess)
        let change: [CFString: Any] = [kSecAttrAccount: "bob", kSecValueData: Data("c".utf8)]
        #expect(phone.update(password("ann"), change) == errSecDuplicateItem)
        #expect(phone.data(password("ann")) == Data("a".utf8))
        #expect(phone.data(password("bob")) == Data("b".utf8))
    }

    @Test("KC-26: two items cannot be made alike in one change")
    func row26() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann")) == errSecSuccess)
        try #require(phone.add(newPassword("bob")) == errSecSuccess)
        let all: [CFString: Any] = [kSecClass: kSecClassGenericPassword]
        #expect(phone.update(all, [kSecAttrAccount: "cat"]) == errSecDuplicateItem)
        #expect(phone.accounts(all) == ["ann", "bob"])
    }

    @Test("KC-27: an item may be changed into what it is")
    func row27() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        #expect(phone.update(password(), [kSecAttrAccount: "ann"]) == errSecSuccess)
    }

    @Test("KC-28: numbers may come as text, and stay text where they are none")
    func row28() throws {
        let phone = try Phone()
        let item: [CFString: Any] = [
            kSecClass: kSecClassInternetPassword, kSecAttrPort: "443",
            kSecAttrProtocol: kSecAttrProtocolHTTPS,
        ]
        try #require(phone.add(item) == errSecSuccess)
        let found = try #require(
            phone.attributes([kSecClass: kSecClassInternetPassword, kSecAttrPort: 443])
        )
        #expect(found[kSecAttrPort as String] as? Int == 443)
        #expect(found[kSecAttrProtocol as String] as? String == kSecAttrProtocolHTTPS as String)
    }
}
