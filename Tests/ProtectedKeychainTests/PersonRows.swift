import DeviceSimulation
import Foundation
import KeyManagement
import ProtectedKeychain
import TestSupport
import Testing

@Suite("The keychain's rows: passcodes and persons, KC-77 to KC-91")
struct PersonRows {
    private let bound: [CFString: Any] = [
        kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
    ]

    private func control(
        _ flags: SecAccessControlCreateFlags,
        _ accessible: CFString = kSecAttrAccessibleWhenUnlocked
    ) throws -> [CFString: Any] {
        let control = SecAccessControlCreateWithFlags(kCFAllocatorDefault, accessible, flags, nil)
        return [kSecAttrAccessControl: try #require(control)]
    }

    @Test("KC-77: an item that lives with the passcode needs one")
    func row77() throws {
        let phone = try Phone(hasPasscode: false)
        #expect(phone.add(newPassword("ann", bound)) == errSecAuthFailed)
        #expect(phone.add(newPassword()) == errSecSuccess)
        #expect(phone.update(password(), bound) == errSecAuthFailed)
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test("KC-78: an item that lives with the passcode goes with it, and does not come back")
    func row78() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann", bound)) == errSecSuccess)
        try #require(phone.add(newPassword("bob")) == errSecSuccess)
        try phone.device.replacePasscode("2580", with: nil)
        #expect(phone.find(password("ann")).status == errSecItemNotFound)
        #expect(phone.find(password("bob")).status == errSecSuccess)
        try phone.device.replacePasscode(nil, with: "1111")
        #expect(phone.find(password("ann")).status == errSecItemNotFound)
    }

    @Test("KC-79: it is gone also when nobody looked while there was no passcode")
    func row79() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann", bound)) == errSecSuccess)
        try phone.device.replacePasscode("2580", with: nil)
        try phone.device.replacePasscode(nil, with: "1111")
        #expect(phone.find(password("ann")).status == errSecItemNotFound)
        #expect(phone.add(newPassword("ann", bound)) == errSecSuccess)
    }

    @Test("KC-80: another passcode takes nothing")
    func row80() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann", bound)) == errSecSuccess)
        try phone.device.replacePasscode("2580", with: "1111")
        #expect(phone.data(password("ann")) == Data("secret".utf8))
    }

    @Test("KC-81: without a passcode everything else can always be read")
    func row81() throws {
        let phone = try Phone(hasPasscode: false)
        try #require(phone.add(newPassword()) == errSecSuccess)
        try phone.device.lock()
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test(
        "KC-82: a secret for which a person is asked is refused, whatever may be shown",
        arguments: [
            nil, kSecUseAuthenticationUIAllow as String, kSecUseAuthenticationUIFail as String,
        ]
    )
    func row82(interface: String?) throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann", try control(.userPresence))) == errSecSuccess)
        var query = password("ann", [kSecReturnData: true])
        if let interface { query[kSecUseAuthenticationUI] = interface }
        #expect(phone.find(query).status == errSecInteractionNotAllowed)
    }

    @Test("KC-83: its attributes are returned without a question")
    func row83() throws {
        let phone = try Phone()
        let flags: SecAccessControlCreateFlags = [.biometryAny, .or, .devicePasscode]
        try #require(phone.add(newPassword("ann", try control(flags))) == errSecSuccess)
        let found = try #require(phone.attributes(password()))
        #expect(found[kSecAttrAccount as String] as? String == "ann")
        let control = try #require(found[kSecAttrAccessControl as String] as? SecAccessControl)
        #expect(control == (try self.control(flags)[kSecAttrAccessControl] as? SecAccessControl))
        #expect(phone.find(password()).status == errSecSuccess)
        #expect(phone.reference(password()) != nil)
    }

    @Test("KC-84: a search can leave out what a person is asked for")
    func row84() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann", try control(.userPresence))) == errSecSuccess)
        try #require(phone.add(newPassword("bob")) == errSecSuccess)
        let skipping: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecReturnData: true,
            kSecUseAuthenticationUI: kSecUseAuthenticationUISkip,
        ]
        #expect(phone.find(skipping).result as? Data == Data("secret".utf8))
        let ann = skipping.merging([kSecAttrAccount: "ann"]) { $1 }
        #expect(phone.find(ann).status == errSecItemNotFound)
    }

    @Test("KC-85: only a search can leave something out")
    func row85() throws {
        let phone = try Phone()
        let skip: [CFString: Any] = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
        #expect(phone.add(newPassword("ann", skip)) == errSecParam)
        #expect(phone.delete(password("ann", skip)) == errSecParam)
        #expect(phone.update(password("ann", skip), [:]) == errSecParam)
    }

    @Test("KC-86: access control without flags asks nobody, and says when")
    func row86() throws {
        let phone = try Phone()
        let open = try control([], kSecAttrAccessibleAfterFirstUnlock)
        try #require(phone.add(newPassword("ann", open)) == errSecSuccess)
        try phone.device.lock()
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test("KC-87: accessibility and access control may not contradict each other")
    func row87() throws {
        let phone = try Phone()
        let same: [CFString: Any] = try control([])
            .merging([kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]) { $1 }
        #expect(phone.add(newPassword("ann", same)) == errSecSuccess)
        let other: [CFString: Any] = try control([])
            .merging([kSecAttrAccessible: kSecAttrAccessibleAlways]) { $1 }
        #expect(phone.add(newPassword("bob", other)) == errSecParam)
        let asking: [CFString: Any] = try control(.userPresence)
            .merging([kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]) { $1 }
        #expect(phone.add(newPassword("cat", asking)) == errSecParam)
    }

    @Test(
        "KC-88: flags that contradict each other make no access control",
        arguments: [
            [.or, .and, .devicePasscode], [.biometryAny, .biometryCurrentSet],
            [.userPresence, .biometryAny], [.userPresence, .devicePasscode],
        ] as [SecAccessControlCreateFlags]
    )
    func row88(flags: SecAccessControlCreateFlags) throws {
        var error: Unmanaged<CFError>?
        #expect(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, &error)
                == nil
        )
        let failure: CFError = try #require(error).takeRetainedValue()
        #expect(CFErrorGetCode(failure) == Int(errSecParam))
        #expect(CFErrorGetDomain(failure) as String == NSOSStatusErrorDomain)
        #expect(CFErrorCopyUserInfo(failure).count == 0)
    }

    @Test("KC-89: access control needs a word that says when")
    func row89() {
        #expect(SecAccessControlCreateWithFlags(nil, "sometimes" as CFString, [], nil) == nil)
    }

    @Test("KC-90: an item with access control can be removed without a question, and not changed")
    func row90() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword("ann", try control(.userPresence))) == errSecSuccess)
        #expect(
            phone.update(password(), [kSecValueData: Data()]) == errSecInteractionNotAllowed
        )
        #expect(phone.delete(password()) == errSecSuccess)
    }

    @Test("KC-91: a key in a Secure Enclave is refused: there is none")
    func row91() throws {
        let phone = try Phone()
        let item: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
        ]
        #expect(phone.add(item) == errSecUnimplemented)
    }
}
