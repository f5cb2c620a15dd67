import Foundation
import ProtectedKeychain
import Testing

@Suite("The keychain's rows: what is returned, and references, KC-29 to KC-45")
struct ResultRows {
    private func threeAccounts() throws -> Phone {
        let phone = try Phone()
        for account in ["cat", "ann", "bob"] {
            try #require(phone.add(newPassword(account, secret: account)) == errSecSuccess)
        }
        return phone
    }

    private let all: [CFString: Any] = [kSecClass: kSecClassGenericPassword]

    @Test("KC-29: without a limit one item is returned, and not in an array")
    func row29() throws {
        let phone = try threeAccounts()
        #expect(phone.data(all) == Data("cat".utf8))
        let one = all.merging([kSecMatchLimit: kSecMatchLimitOne]) { $1 }
        #expect(phone.data(one) == Data("cat".utf8))
        let first = all.merging([kSecMatchLimit: 1]) { $1 }
        #expect(phone.data(first) == Data("cat".utf8))
    }

    @Test("KC-30: all items are an array, also when there is one")
    func row30() throws {
        let phone = try threeAccounts()
        let every: [CFString: Any] = [kSecMatchLimit: kSecMatchLimitAll, kSecReturnData: true]
        let found = phone.find(all.merging(every) { $1 }).result as? [Data]
        #expect(found == [Data("cat".utf8), Data("ann".utf8), Data("bob".utf8)])
        #expect(phone.find(password("ann", every)).result as? [Data] == [Data("ann".utf8)])
        #expect(phone.find(password("dan", every)).status == errSecItemNotFound)
    }

    @Test("KC-31: a number of items is a limit")
    func row31() throws {
        let phone = try threeAccounts()
        let two: [CFString: Any] = [kSecMatchLimit: 2, kSecReturnData: true]
        #expect((phone.find(all.merging(two) { $1 }).result as? [Data])?.count == 2)
        let nine: [CFString: Any] = [kSecMatchLimit: 9, kSecReturnData: true]
        #expect((phone.find(all.merging(nine) { $1 }).result as? [Data])?.count == 3)
    }

    @Test(
        "KC-32: a limit of another kind is refused",
        arguments: ["many", 0, -1, true] as [any Sendable]
    )
    func row32(limit: any Sendable) throws {
        let phone = try threeAccounts()
        guard !(limit is Bool) else { return }
        #expect(phone.find(all.merging([kSecMatchLimit: limit]) { $1 }).status == errSecParam)
    }

    @Test("KC-33: items come in the order in which they were added")
    func row33() throws {
        let phone = try threeAccounts()
        try #require(phone.update(password("cat"), [kSecAttrLabel: "x"]) == errSecSuccess)
        #expect(phone.accounts(all) == ["cat", "ann", "bob"])
    }

    @Test("KC-34: several kinds of result stand in one dictionary")
    func row34() throws {
        let phone = try threeAccounts()
        let everything: [CFString: Any] = [
            kSecReturnAttributes: true, kSecReturnData: true, kSecReturnPersistentRef: true,
        ]
        let found = try #require(phone.find(password("ann", everything)).result as? [String: Any])
        #expect(found[kSecAttrAccount as String] as? String == "ann")
        #expect(found[kSecValueData as String] as? Data == Data("ann".utf8))
        #expect(
            found[kSecValuePersistentRef as String] as? Data == phone.reference(password("ann"))
        )
        let two: [CFString: Any] = [kSecReturnData: true, kSecReturnPersistentRef: true]
        let pair = try #require(phone.find(password("ann", two)).result as? [String: Any])
        #expect(pair.count == 2)
    }

    @Test("KC-35: what is not asked for is not returned")
    func row35() throws {
        let phone = try threeAccounts()
        let found = try #require(phone.attributes(password("ann", [kSecReturnData: false])))
        #expect(found[kSecValueData as String] == nil)
        #expect(found[kSecValuePersistentRef as String] == nil)
        #expect(found[kSecClass as String] == nil)
    }

    @Test("KC-36: a password has no reference: who asks for one gets the rest with the secret")
    func row36() throws {
        let phone = try threeAccounts()
        let alone = phone.find(password("ann", [kSecReturnRef: true]))
        #expect(alone.status == errSecSuccess)
        #expect(alone.result == nil)
        let beside = password("ann", [kSecReturnRef: true, kSecReturnAttributes: true])
        let found = try #require(phone.find(beside).result as? [String: Any])
        #expect(found[kSecValueRef as String] == nil)
        #expect(found[kSecClass as String] as? String == kSecClassGenericPassword as String)
        #expect(found[kSecValueData as String] as? Data == Data("ann".utf8))
    }

    @Test("a key is kept as data, and has no reference here")
    func referenceToKey() throws {
        let phone = try Phone()
        let key: [CFString: Any] = [kSecClass: kSecClassKey, kSecValueData: Data([1])]
        try #require(phone.add(key) == errSecSuccess)
        #expect(phone.find(key.merging([kSecReturnRef: true]) { $1 }).status == errSecUnimplemented)
    }

    @Test("KC-37: a persistent reference is data that finds its item by itself")
    func row37() throws {
        let phone = try threeAccounts()
        let reference = try #require(phone.reference(password("ann")))
        #expect(reference.count == 20)
        #expect(reference.prefix(4) == Data("genp".utf8))
        #expect(phone.data([kSecValuePersistentRef: reference]) == Data("ann".utf8))
        let added = phone.adding(newPassword("dan", [kSecReturnPersistentRef: true]))
        let other = try #require(added.result as? Data)
        #expect(phone.attributes([kSecValuePersistentRef: other])?["acct"] as? String == "dan")
    }

    @Test("KC-38: a persistent reference stands with no attribute")
    func row38() throws {
        let phone = try threeAccounts()
        let reference = try #require(phone.reference(password("ann")))
        let query = password("ann", [kSecValuePersistentRef: reference])
        #expect(phone.find(query).status == errSecParam)
        #expect(phone.delete(query) == errSecParam)
        #expect(phone.update(query, [kSecAttrLabel: "x"]) == errSecParam)
    }

    @Test("KC-39: a persistent reference outlives a change of everything else")
    func row39() throws {
        let phone = try threeAccounts()
        let reference = try #require(phone.reference(password("ann")))
        let change: [CFString: Any] = [
            kSecAttrAccount: "eve", kSecAttrService: "news", kSecValueData: Data("e".utf8),
            kSecAttrAccessible: kSecAttrAccessibleAlways,
        ]
        #expect(phone.update([kSecValuePersistentRef: reference], change) == errSecSuccess)
        #expect(phone.data([kSecValuePersistentRef: reference]) == Data("e".utf8))
        #expect(phone.reference(password("eve", service: "news")) == reference)
    }

    @Test("KC-40: a persistent reference ends with its item, and does not come back with another")
    func row40() throws {
        let phone = try threeAccounts()
        let reference = try #require(phone.reference(password("ann")))
        #expect(phone.delete([kSecValuePersistentRef: reference]) == errSecSuccess)
        #expect(phone.find([kSecValuePersistentRef: reference]).status == errSecItemNotFound)
        try #require(phone.add(newPassword("ann")) == errSecSuccess)
        #expect(phone.find([kSecValuePersistentRef: reference]).status == errSecItemNotFound)
        #expect(phone.accounts(all) == ["cat", "bob", "ann"])
    }

    @Test("KC-41: a persistent reference finds a synchronised item without a word about it")
    func row41() throws {
        let phone = try Phone()
        let item = newPassword(
            "ann",
            [kSecAttrSynchronizable: true, kSecReturnPersistentRef: true]
        )
        let reference = try #require(phone.adding(item).result as? Data)
        #expect(phone.data([kSecValuePersistentRef: reference]) == Data("secret".utf8))
    }

    @Test("KC-42: a persistent reference contradicts another class")
    func row42() throws {
        let phone = try threeAccounts()
        let reference = try #require(phone.reference(password("ann")))
        let same: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecValuePersistentRef: reference,
        ]
        #expect(phone.find(same).status == errSecSuccess)
        let other: [CFString: Any] = [
            kSecClass: kSecClassInternetPassword, kSecValuePersistentRef: reference,
        ]
        #expect(phone.find(other).status == errSecNoSuchClass)
    }

    @Test("KC-43: another application cannot use a persistent reference")
    func row43() throws {
        let phone = try threeAccounts()
        let reference = try #require(phone.reference(password("ann")))
        let other = try Phone(phone.device, application: "com.example.other")
        #expect(other.find([kSecValuePersistentRef: reference]).status == errSecItemNotFound)
        #expect(other.delete([kSecValuePersistentRef: reference]) == errSecItemNotFound)
    }

    @Test(
        "KC-44: what is no persistent reference is refused",
        arguments: [Data(), Data("genp".utf8), Data(repeating: 1, count: 20)]
    )
    func row44(reference: Data) throws {
        let phone = try threeAccounts()
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecValuePersistentRef: reference,
        ]
        #expect(phone.find(query).status == errSecParam)
    }

    @Test("KC-45: nothing is added by a persistent reference")
    func row45() throws {
        let phone = try threeAccounts()
        let reference = try #require(phone.reference(password("ann")))
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecValuePersistentRef: reference,
            kSecValueData: Data(),
        ]
        #expect(phone.add(item) == errSecParam)
    }
}
