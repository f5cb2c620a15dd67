import Foundation
import ProtectedKeychain
import Testing

@Suite("The keychain's rows: adding and finding, KC-1 to KC-15")
struct AddingRows {
    @Test("KC-1: what is added is found with its secret")
    func row1() throws {
        let phone = try Phone()
        #expect(phone.add(newPassword()) == errSecSuccess)
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test("KC-2: a dictionary without a class is refused")
    func row2() throws {
        let phone = try Phone()
        #expect(phone.add([kSecAttrAccount: "ann", kSecValueData: Data()]) == errSecParam)
        #expect(phone.find([kSecAttrAccount: "ann"]).status == errSecParam)
        #expect(phone.delete([kSecAttrAccount: "ann"]) == errSecParam)
        #expect(phone.update([kSecAttrAccount: "ann"], [:]) == errSecParam)
    }

    @Test("KC-3: a class that is none is refused")
    func row3() throws {
        let phone = try Phone()
        #expect(phone.add([kSecClass: "pass"]) == errSecNoSuchClass)
        #expect(phone.find([kSecClass: "pass"]).status == errSecNoSuchClass)
    }

    @Test(
        "KC-4: a secret is data and nothing else",
        arguments: ["text", 5, true, ["a"]] as [any Sendable]
    )
    func row4(secret: any Sendable) throws {
        let phone = try Phone()
        #expect(phone.add(password("ann", [kSecValueData: secret])) == errSecParam)
        #expect(phone.add(newPassword()) == errSecSuccess)
        #expect(phone.update(password(), [kSecValueData: secret]) == errSecParam)
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test(
        "KC-5: an attribute of another class is refused",
        arguments: [
            (kSecClassGenericPassword as String, kSecAttrServer as String),
            (kSecClassGenericPassword as String, kSecAttrApplicationTag as String),
            (kSecClassInternetPassword as String, kSecAttrService as String),
            (kSecClassInternetPassword as String, kSecAttrGeneric as String),
            (kSecClassKey as String, kSecAttrAccount as String),
            (kSecClassCertificate as String, kSecAttrAccount as String),
        ]
    )
    func row5(itemClass: String, attribute: String) throws {
        let phone = try Phone()
        let query: [CFString: Any] = [
            kSecClass: itemClass, attribute as CFString: "x",
        ]
        #expect(phone.add(query) == errSecNoSuchAttr)
        #expect(phone.find(query).status == errSecNoSuchAttr)
    }

    @Test(
        "KC-6: a key that no call knows is refused",
        arguments: ["x", "something", "r_What", "v_What"]
    )
    func row6(key: String) throws {
        let phone = try Phone()
        #expect(phone.find(password("ann", [key as CFString: true])).status == errSecParam)
    }

    @Test("KC-7: a key without a value is refused")
    func row7() throws {
        let phone = try Phone()
        #expect(phone.find(password("ann", [kSecAttrLabel: NSNull()])).status == errSecParam)
        #expect(phone.add(newPassword("ann", [kSecAttrLabel: NSNull()])) == errSecParam)
    }

    @Test("KC-8: whether something is returned is true or false, and no number")
    func row8() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        #expect(phone.find(password("ann", [kSecReturnData: 1])).status == errSecParam)
        #expect(phone.find(password("ann", [kSecReturnData: "yes"])).status == errSecParam)
        #expect(
            phone.find(password("ann", [kSecReturnData: kCFBooleanTrue!])).status == errSecSuccess
        )
    }

    @Test("KC-9: there is one keychain, so the key that chooses one changes nothing")
    func row9() throws {
        let phone = try Phone()
        let both: [CFString: Any] = [kSecUseDataProtectionKeychain: true]
        #expect(phone.add(newPassword("ann", both)) == errSecSuccess)
        #expect(phone.data(password()) != nil)
        #expect(phone.data(password("ann", both)) != nil)
    }

    @Test("KC-10: a new item has each attribute of its primary key, empty where none was given")
    func row10() throws {
        let phone = try Phone()
        let added = phone.adding(
            [kSecClass: kSecClassInternetPassword, kSecReturnAttributes: true]
        )
        let attributes = try #require(added.result as? [String: Any])
        #expect(attributes[kSecAttrAccount as String] as? String == "")
        #expect(attributes[kSecAttrServer as String] as? String == "")
        #expect(attributes[kSecAttrPath as String] as? String == "")
        #expect(attributes[kSecAttrPort as String] as? Int == 0)
        #expect(attributes[kSecAttrSynchronizable as String] as? Bool == false)
        #expect(attributes[kSecAttrAccessGroup as String] as? String == Phone.application)
        #expect(attributes[kSecAttrCreationDate as String] is Date)
        #expect(attributes[kSecAttrLabel as String] == nil)
    }

    @Test("KC-11: adding returns nothing unless it is asked for")
    func row11() throws {
        let phone = try Phone()
        let added = phone.adding(newPassword())
        #expect(added.status == errSecSuccess)
        #expect(added.result == nil)
    }

    @Test("KC-12: an item without a secret has none among its attributes")
    func row12() throws {
        let phone = try Phone()
        #expect(phone.add(password()) == errSecSuccess)
        let both: [CFString: Any] = [kSecReturnAttributes: true, kSecReturnData: true]
        let found = try #require(phone.find(password("ann", both)).result as? [String: Any])
        #expect(found[kSecValueData as String] == nil)
        #expect(found[kSecAttrAccount as String] as? String == "ann")
        #expect(phone.data(password()) == Data())
    }

    @Test("KC-13: a search that returns nothing says whether something is there")
    func row13() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let found = phone.find(password())
        #expect(found.status == errSecSuccess)
        #expect(found.result == nil)
    }

    @Test("KC-14: a search may throw away what it finds")
    func row14() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let query = password("ann", [kSecReturnData: true]) as CFDictionary
        DeviceKeychain.withCurrent(phone.keychain) {
            #expect(SecItemCopyMatching(query, nil) == errSecSuccess)
        }
    }

    @Test("KC-15: what does not exist is not found, and the result stays what it was")
    func row15() throws {
        let phone = try Phone()
        let query = password("bob", [kSecReturnData: true]) as CFDictionary
        DeviceKeychain.withCurrent(phone.keychain) {
            var result: CFTypeRef? = "before" as CFString
            #expect(SecItemCopyMatching(query, &result) == errSecItemNotFound)
            #expect(result as? String == "before")
        }
        #expect(phone.update(password("bob"), [kSecValueData: Data()]) == errSecItemNotFound)
        #expect(phone.delete(password("bob")) == errSecItemNotFound)
    }
}
