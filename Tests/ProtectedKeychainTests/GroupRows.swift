import DeviceIdentifiers
import DeviceSimulation
import Foundation
import KeyManagement
import ProtectedKeychain
import TestSupport
import Testing

@Suite("The keychain's rows: groups, synchronisation and devices, KC-92 to KC-112")
struct GroupRows {
    private let all: [CFString: Any] = [kSecClass: kSecClassGenericPassword]

    private func group(_ phone: Phone, _ query: [CFString: Any]) -> String? {
        phone.attributes(query)?[kSecAttrAccessGroup as String] as? String
    }

    @Test("KC-92: a new item is in the application's own group, unless it is entitled to others")
    func row92() throws {
        let phone = try Phone(applicationGroups: ["group.example"])
        try #require(phone.add(newPassword()) == errSecSuccess)
        #expect(group(phone, password()) == Phone.application)
    }

    @Test("KC-93: the first of the entitlement's groups is that of new items")
    func row93() throws {
        let phone = try Phone(accessGroups: ["first", "second"])
        try #require(phone.add(newPassword()) == errSecSuccess)
        #expect(group(phone, password()) == "first")
    }

    @Test(
        "KC-94: a new item can be in any group that the application is entitled to",
        arguments: ["first", "second", Phone.application, "group.example"]
    )
    func row94(name: String) throws {
        let phone = try Phone(
            accessGroups: ["first", "second"],
            applicationGroups: ["group.example"]
        )
        let item: [CFString: Any] = [kSecAttrAccessGroup: name]
        #expect(phone.add(newPassword("ann", item)) == errSecSuccess)
        #expect(group(phone, password()) == name)
        #expect(phone.data(password("ann", item)) != nil)
    }

    @Test("KC-95: a group that the application is not entitled to is refused in all four calls")
    func row95() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let item: [CFString: Any] = [kSecAttrAccessGroup: "of.others"]
        #expect(phone.add(newPassword("ann", item)) == errSecMissingEntitlement)
        #expect(phone.find(password("ann", item)).status == errSecMissingEntitlement)
        #expect(phone.delete(password("ann", item)) == errSecMissingEntitlement)
        #expect(
            phone.update(password("ann", item), [kSecAttrLabel: "x"]) == errSecMissingEntitlement
        )
        #expect(phone.update(password(), item) == errSecMissingEntitlement)
    }

    @Test("KC-96: a search without a group looks in all groups of the application")
    func row96() throws {
        let phone = try Phone(accessGroups: ["a", "b"])
        try #require(phone.add(newPassword("ann", [kSecAttrAccessGroup: "a"])) == errSecSuccess)
        try #require(phone.add(newPassword("bob", [kSecAttrAccessGroup: "b"])) == errSecSuccess)
        #expect(phone.accounts(all) == ["ann", "bob"])
    }

    @Test("KC-97: the items of another application are not seen, changed or removed")
    func row97() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        let other = try Phone(phone.device, application: "com.example.other")
        #expect(other.find(password()).status == errSecItemNotFound)
        #expect(other.update(password(), [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(other.delete(password()) == errSecItemNotFound)
        #expect(other.add(newPassword(secret: "theirs")) == errSecSuccess)
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test("KC-98: applications share the items of a group that both are entitled to")
    func row98() throws {
        let phone = try Phone(accessGroups: ["shared"])
        try #require(phone.add(newPassword()) == errSecSuccess)
        let other = try Phone(
            phone.device,
            application: "com.example.other",
            accessGroups: ["shared"]
        )
        #expect(other.data(password()) == Data("secret".utf8))
        #expect(other.add(newPassword()) == errSecDuplicateItem)
    }

    @Test("KC-99: a change can move an item into another group")
    func row99() throws {
        let phone = try Phone(accessGroups: ["a", "b"])
        try #require(phone.add(newPassword()) == errSecSuccess)
        #expect(phone.update(password(), [kSecAttrAccessGroup: "b"]) == errSecSuccess)
        #expect(group(phone, password()) == "b")
    }

    @Test("KC-100: items outlive the application")
    func row100() throws {
        let phone = try Phone()
        let application = try BundleIdentifier(Phone.application)
        try phone.device.identifiers().applications.install(NewApplication(application))
        try #require(phone.add(newPassword()) == errSecSuccess)
        try phone.device.identifiers().applications.uninstall(application)
        try phone.device.identifiers().applications.install(NewApplication(application))
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test("KC-101: synchronised items are found only where they are asked for")
    func row101() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann", [kSecAttrSynchronizable: true])) == errSecSuccess)
        #expect(phone.find(password()).status == errSecItemNotFound)
        #expect(
            phone.find(password("ann", [kSecAttrSynchronizable: false])).status
                == errSecItemNotFound
        )
        #expect(phone.data(password("ann", [kSecAttrSynchronizable: true])) != nil)
        #expect(phone.delete(password()) == errSecItemNotFound)
        #expect(phone.update(password(), [kSecAttrLabel: "x"]) == errSecItemNotFound)
    }

    @Test("KC-102: a search for either kind finds both")
    func row102() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann", [kSecAttrSynchronizable: true])) == errSecSuccess)
        try #require(phone.add(newPassword("bob")) == errSecSuccess)
        let either: [CFString: Any] = [kSecAttrSynchronizable: kSecAttrSynchronizableAny]
        #expect(phone.accounts(all.merging(either) { $1 }) == ["ann", "bob"])
        #expect(phone.delete(all.merging(either) { $1 }) == errSecSuccess)
        #expect(phone.accounts(all.merging(either) { $1 }) == [])
    }

    @Test(
        "KC-103: an item of this device only may be called synchronizable, and stays here",
        arguments: [
            kSecAttrAccessibleWhenUnlockedThisDeviceOnly as String,
            kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String,
            kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly as String,
        ]
    )
    func row103(accessible: String) throws {
        let (old, new) = (try Phone(), try Phone())
        let item: [CFString: Any] = [
            kSecAttrSynchronizable: true, kSecAttrAccessible: accessible,
        ]
        #expect(old.add(newPassword("ann", item)) == errSecSuccess)
        #expect(old.data(password("ann", [kSecAttrSynchronizable: true])) != nil)
        try DeviceKeychain.restoreBackup(of: old.device, onto: new.device)
        let either: [CFString: Any] = [kSecAttrSynchronizable: kSecAttrSynchronizableAny]
        #expect(new.find(password("ann", either)).status == errSecItemNotFound)
    }

    @Test("KC-104: an item for which a person is asked is not synchronised")
    func row104() throws {
        let phone = try Phone()
        let control = SecAccessControlCreateWithFlags(
            nil,
            kSecAttrAccessibleWhenUnlocked,
            .userPresence,
            nil
        )
        let item: [CFString: Any] = [
            kSecAttrSynchronizable: true, kSecAttrAccessControl: try #require(control),
        ]
        #expect(phone.add(newPassword("ann", item)) == errSecParam)
    }

    @Test("KC-105: a new item is of one kind")
    func row105() throws {
        let phone = try Phone()
        let either: [CFString: Any] = [kSecAttrSynchronizable: kSecAttrSynchronizableAny]
        #expect(phone.add(newPassword("ann", either)) == errSecParam)
    }

    @Test("KC-106: without a device there is no keychain")
    func row106() {
        var result: CFTypeRef?
        let query = password() as CFDictionary
        #expect(SecItemAdd(newPassword() as CFDictionary, nil) == errSecNotAvailable)
        #expect(SecItemCopyMatching(query, &result) == errSecNotAvailable)
        #expect(SecItemUpdate(query, [:]) == errSecNotAvailable)
        #expect(SecItemDelete(query) == errSecNotAvailable)
    }

    @Test("KC-107: while the device is off there is no keychain")
    func row107() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        try phone.enter(.off)
        #expect(phone.find(password()).status == errSecNotAvailable)
        #expect(phone.add(newPassword("bob")) == errSecNotAvailable)
    }

    @Test("KC-108: an erased device has no keychain")
    func row108() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        try phone.device.holder.erase()
        #expect(phone.find(password()).status == errSecNotAvailable)
    }

    @Test("KC-109: what stays on this device is missing after a restore onto another")
    func row109() throws {
        let (old, new) = (try Phone(), try Phone())
        let words = [
            "ak": kSecAttrAccessibleWhenUnlocked, "ck": kSecAttrAccessibleAfterFirstUnlock,
            "dk": kSecAttrAccessibleAlways, "aku": kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            "cku": kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            "dku": kSecAttrAccessibleAlwaysThisDeviceOnly,
            "akpu": kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
        ]
        for (account, accessible) in words {
            let item: [CFString: Any] = [kSecAttrAccessible: accessible]
            try #require(old.add(newPassword(account, item)) == errSecSuccess)
        }
        try DeviceKeychain.restoreBackup(of: old.device, onto: new.device)
        #expect(new.accounts(all).sorted() == ["ak", "ck", "dk"])
        #expect(new.data(password("ck")) == Data("secret".utf8))
        #expect(
            new.attributes(password("ck"))?[kSecAttrCreationDate as String] as? Date
                == old.attributes(password("ck"))?[kSecAttrCreationDate as String] as? Date
        )
    }

    @Test("KC-110: on the device itself a restore brings back all but what lives with the passcode")
    func row110() throws {
        let old = try Phone()
        for accessible in [
            kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
        ] {
            let item: [CFString: Any] = [kSecAttrAccessible: accessible]
            try #require(old.add(newPassword(accessible as String, item)) == errSecSuccess)
        }
        let copy = try SimulatedDevice(copying: old.device)
        try copy.unlock()
        let same = try Phone(copy)
        try #require(same.delete(all) == errSecSuccess)
        try DeviceKeychain.restoreBackup(of: old.device, onto: same.device)
        #expect(same.accounts(all).sorted() == ["ak", "aku"])
    }

    @Test(
        "KC-111: a certificate is told apart by its issuer and number, and can be read while locked"
    )
    func row111() throws {
        let phone = try Phone()
        let data = Certificates.one
        let item: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueData: data]
        #expect(phone.add(item) == errSecSuccess)
        #expect(phone.add(item) == errSecDuplicateItem)
        let certificate = try #require(
            SecCertificateCreateWithData(nil, Certificates.two as CFData)
        )
        let other: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueRef: certificate]
        #expect(phone.add(other) == errSecSuccess)
        try phone.device.lock()
        let query: [CFString: Any] = [
            kSecClass: kSecClassCertificate, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
        ]
        let found = try #require(phone.find(query).result as? [SecCertificate])
        #expect(found.map { SecCertificateCopyData($0) as Data } == [data, Certificates.two])
    }

    @Test("KC-112: what is no certificate is refused", arguments: [Data(), Data("text".utf8)])
    func row112(data: Data) throws {
        let phone = try Phone()
        let item: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueData: data]
        #expect(phone.add(item) == errSecParam)
        #expect(SecCertificateCreateWithData(nil, data as CFData) == nil)
    }
}

/// Two certificates as far as the keychain looks at them: the fields of RFC 5280 in their order.
private enum Certificates {
    static let one = make(number: 1)
    static let two = make(number: 2)

    private static func make(number: UInt8) -> Data {
        let name = value(0x30, value(0x31, value(0x30, [0x0C, 1, 0x61])))
        let empty = value(0x30, [])
        let signed = value(
            0x30,
            value(0xA0, [2, 1, 2]) + [2, 1, number] + empty + name + empty + name + empty
        )
        return Data(value(0x30, signed + empty + [3, 1, 0]))
    }

    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, UInt8(content.count)] + content
    }
}
