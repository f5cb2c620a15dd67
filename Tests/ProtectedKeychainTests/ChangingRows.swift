import DeviceSimulation
import Foundation
import ProtectedKeychain
import TestSupport
import Testing

@Suite("The keychain's rows: changing and removing, KC-46 to KC-57")
struct ChangingRows {
    private let all: [CFString: Any] = [kSecClass: kSecClassGenericPassword]

    @Test("KC-46: a change touches what it names, and the date of the last change")
    func row46() throws {
        let phone = try Phone()
        try #require(
            phone.add(newPassword("ann", [kSecAttrLabel: "Ann", kSecAttrComment: "old"]))
                == errSecSuccess
        )
        let before = try #require(phone.attributes(password()))
        phone.device.advance(by: .seconds(60))
        #expect(phone.update(password(), [kSecAttrComment: "new"]) == errSecSuccess)
        let after = try #require(phone.attributes(password()))
        #expect(after[kSecAttrLabel as String] as? String == "Ann")
        #expect(after[kSecAttrComment as String] as? String == "new")
        #expect(phone.data(password()) == Data("secret".utf8))
        let created = kSecAttrCreationDate as String
        let changed = kSecAttrModificationDate as String
        #expect(after[created] as? Date == before[created] as? Date)
        #expect(
            (after[changed] as? Date) == (before[changed] as? Date)?.addingTimeInterval(60)
        )
    }

    @Test("KC-47: the dates of a new item are the device's, whatever was given")
    func row47() throws {
        let phone = try Phone()
        let item = newPassword("ann", [kSecAttrCreationDate: Date(timeIntervalSince1970: 5)])
        try #require(phone.add(item) == errSecSuccess)
        let created = phone.attributes(password())?[kSecAttrCreationDate as String] as? Date
        #expect(try #require(created).timeIntervalSince1970 > 1_000_000_000)
    }

    @Test(
        "KC-48: a change names attributes and the secret alone",
        arguments: [
            [kSecClass as String: kSecClassGenericPassword as String],
            [kSecReturnData as String: true],
            [kSecMatchLimit as String: kSecMatchLimitAll as String],
            [kSecAttrServer as String: "x"],
        ] as [[String: any Sendable]]
    )
    func row48(change: [String: any Sendable]) throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let words = Dictionary(
            uniqueKeysWithValues: change.map { ($0.key as CFString, $0.value as Any) }
        )
        #expect(phone.update(password(), words) == errSecNoSuchAttr)
    }

    private let ofMail: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "mail",
    ]

    /// Two items of the service and one of another.
    private func phoneWithMail() throws -> Phone {
        let phone = try Phone()
        for account in ["ann", "bob"] {
            try #require(phone.add(newPassword(account)) == errSecSuccess)
        }
        try #require(phone.add(newPassword("cat", service: "news")) == errSecSuccess)
        return phone
    }

    @Test("KC-49: every item that matches is changed")
    func row49() throws {
        let phone = try phoneWithMail()
        #expect(phone.update(ofMail, [kSecAttrService: "post"]) == errSecSuccess)
        #expect(
            phone.accounts([kSecClass: kSecClassGenericPassword, kSecAttrService: "post"])
                == ["ann", "bob"]
        )
    }

    @Test("KC-50: a change returns nothing, and may not be asked to")
    func row50() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        for key in [
            kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef,
        ] {
            #expect(phone.update(password("ann", [key: true]), [kSecAttrLabel: "x"]) == errSecParam)
        }
    }

    @Test(
        "KC-51: only a search has a limit",
        arguments: [kSecMatchLimitOne as String, kSecMatchLimitAll as String]
    )
    func row51(limit: String) throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let query = password("ann", [kSecMatchLimit: limit])
        #expect(phone.delete(query) == errSecParam)
        #expect(phone.update(query, [kSecAttrLabel: "x"]) == errSecParam)
        #expect(phone.data(password()) != nil)
    }

    @Test("a removal may be for all where a wrapper's code for macOS says so")
    func removalOfAll() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        var keychain = phone.keychain
        keychain.allowsLimitInRemoval = true
        let one = password("ann", [kSecMatchLimit: kSecMatchLimitOne]) as NSDictionary
        #expect(keychain.delete(one).status == errSecParam)
        let all = password("ann", [kSecMatchLimit: kSecMatchLimitAll]) as NSDictionary
        #expect(keychain.delete(all).status == errSecSuccess)
        #expect(phone.find(password()).status == errSecItemNotFound)
    }

    @Test("KC-52: an addition has no limit, either")
    func row52() throws {
        let phone = try Phone()
        #expect(phone.add(newPassword("ann", [kSecMatchLimit: kSecMatchLimitOne])) == errSecParam)
        #expect(phone.find(password()).status == errSecItemNotFound)
    }

    @Test("KC-53: every item that matches is removed")
    func row53() throws {
        let phone = try phoneWithMail()
        #expect(phone.delete(ofMail) == errSecSuccess)
        #expect(phone.accounts(all) == ["cat"])
        #expect(phone.delete(ofMail) == errSecItemNotFound)
    }

    @Test("KC-54: an item that was removed can be added again")
    func row54() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword(secret: "old")) == errSecSuccess)
        try #require(phone.delete(password()) == errSecSuccess)
        #expect(phone.add(newPassword(secret: "new")) == errSecSuccess)
        #expect(phone.data(password()) == Data("new".utf8))
    }

    @Test("KC-55: a change can move an item into another accessibility")
    func row55() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let change: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]
        #expect(phone.update(password(), change) == errSecSuccess)
        try phone.device.lock()
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test("KC-56: the class alone removes all items of the class, and of no other")
    func row56() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann")) == errSecSuccess)
        try #require(phone.add([kSecClass: kSecClassInternetPassword]) == errSecSuccess)
        #expect(phone.delete(all) == errSecSuccess)
        #expect(phone.find([kSecClass: kSecClassInternetPassword]).status == errSecSuccess)
    }

    @Test("KC-57: secrets of any length are kept", arguments: [0, 1, 4_096, 1_000_000])
    func row57(length: Int) throws {
        let phone = try Phone()
        let secret = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(phone.add(password("ann", [kSecValueData: secret])) == errSecSuccess)
        #expect(phone.data(password()) == secret)
        #expect(phone.update(password(), [kSecAttrLabel: "x"]) == errSecSuccess)
        #expect(phone.data(password()) == secret)
    }
}
