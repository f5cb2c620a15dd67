import Foundation
import ProtectedKeychain
import ProtectionModel
import TestSupport
import Testing

@Suite("The keychain's rows: the lock, KC-58 to KC-76")
struct LockRows {
    private static let whenUnlocked = [
        kSecAttrAccessibleWhenUnlocked as String,
        kSecAttrAccessibleWhenUnlockedThisDeviceOnly as String,
        kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly as String,
    ]
    private static let afterFirstUnlock = [
        kSecAttrAccessibleAfterFirstUnlock as String,
        kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String,
    ]
    private static let always = [
        kSecAttrAccessibleAlways as String, kSecAttrAccessibleAlwaysThisDeviceOnly as String,
    ]

    /// A device in a state, with one item on it.
    private func phone(_ accessible: String, _ state: LockState) throws -> Phone {
        let phone = try Phone()
        try #require(
            phone.add(newPassword("ann", [kSecAttrAccessible: accessible])) == errSecSuccess
        )
        try phone.enter(state)
        return phone
    }

    private func read(_ phone: Phone) -> OSStatus {
        phone.find(password("ann", [kSecReturnData: true])).status
    }

    @Test("KC-58: an item is accessible while the device is unlocked unless it says otherwise")
    func row58() throws {
        let phone = try Phone()
        try #require(phone.add(newPassword()) == errSecSuccess)
        #expect(
            phone.attributes(password())?[kSecAttrAccessible as String] as? String
                == kSecAttrAccessibleWhenUnlocked as String
        )
    }

    @Test(
        "KC-59: 'when unlocked' cannot be read while locked, nor before the first unlock",
        arguments: whenUnlocked,
        [LockState.locked, .beforeFirstUnlock]
    )
    func row59(accessible: String, state: LockState) throws {
        let phone = try phone(accessible, state)
        #expect(read(phone) == errSecInteractionNotAllowed)
        try phone.device.unlock()
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test("KC-60: 'when unlocked' can be read in the grace after a lock", arguments: whenUnlocked)
    func row60(accessible: String) throws {
        #expect(read(try phone(accessible, .locking)) == errSecSuccess)
    }

    @Test("KC-61: 'after first unlock' can be read while locked", arguments: afterFirstUnlock)
    func row61(accessible: String) throws {
        #expect(read(try phone(accessible, .locked)) == errSecSuccess)
    }

    @Test(
        "KC-62: 'after first unlock' cannot be read before it, and stays what it was",
        arguments: afterFirstUnlock
    )
    func row62(accessible: String) throws {
        let phone = try phone(accessible, .beforeFirstUnlock)
        #expect(read(phone) == errSecInteractionNotAllowed)
        try phone.device.unlock()
        try phone.device.lock()
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test(
        "KC-63: 'always' can be read in every state",
        arguments: always,
        [LockState.unlocked, .locked, .beforeFirstUnlock]
    )
    func row63(accessible: String, state: LockState) throws {
        #expect(read(try phone(accessible, state)) == errSecSuccess)
    }

    @Test(
        "KC-64: an item can be added where it could be read",
        arguments: [
            (whenUnlocked[0], LockState.locked, errSecInteractionNotAllowed),
            (whenUnlocked[0], .locking, errSecSuccess),
            (whenUnlocked[0], .beforeFirstUnlock, errSecInteractionNotAllowed),
            (afterFirstUnlock[0], .locked, errSecSuccess),
            (afterFirstUnlock[0], .beforeFirstUnlock, errSecInteractionNotAllowed),
            (always[0], .locked, errSecSuccess), (always[0], .beforeFirstUnlock, errSecSuccess),
        ]
    )
    func row64(accessible: String, state: LockState, expected: OSStatus) throws {
        let phone = try Phone()
        try phone.enter(state)
        #expect(phone.add(newPassword("ann", [kSecAttrAccessible: accessible])) == expected)
        try phone.device.unlock()
        let isThere = phone.find(password()).status == errSecSuccess
        #expect(isThere == (expected == errSecSuccess))
    }

    @Test(
        "KC-65: the attributes of 'when unlocked' cannot be read while locked, either",
        arguments: whenUnlocked
    )
    func row65(accessible: String) throws {
        let phone = try phone(accessible, .locked)
        let query = password("ann", [kSecReturnAttributes: true])
        #expect(phone.find(query).status == errSecInteractionNotAllowed)
    }

    @Test("KC-66: the attributes of 'after first unlock' can be read while locked")
    func row66() throws {
        let phone = try phone(Self.afterFirstUnlock[0], .locked)
        #expect(phone.attributes(password())?["acct"] as? String == "ann")
    }

    @Test("KC-67: a locked item is not missing: a search that returns nothing is refused, too")
    func row67() throws {
        let phone = try phone(Self.whenUnlocked[0], .locked)
        #expect(phone.find(password()).status == errSecInteractionNotAllowed)
        let reference = password("ann", [kSecReturnPersistentRef: true])
        #expect(phone.find(reference).status == errSecInteractionNotAllowed)
    }

    @Test(
        "KC-68: what does not exist is not found in every state",
        arguments: [LockState.locked, .beforeFirstUnlock]
    )
    func row68(state: LockState) throws {
        let phone = try phone(Self.whenUnlocked[0], state)
        #expect(phone.find(password("bob", [kSecReturnData: true])).status == errSecItemNotFound)
        #expect(phone.find(password("bob")).status == errSecItemNotFound)
    }

    @Test("KC-69: one item that is locked refuses a search for all")
    func row69() throws {
        let phone = try Phone()
        let open: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]
        try #require(phone.add(newPassword("ann", open)) == errSecSuccess)
        try #require(phone.add(newPassword("bob")) == errSecSuccess)
        try phone.device.lock()
        let all: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
            kSecReturnAttributes: true,
        ]
        #expect(phone.find(all).status == errSecInteractionNotAllowed)
        #expect(phone.find(all.merging(open) { $1 }).status == errSecSuccess)
    }

    @Test("KC-70: a search for one ends at the first, before it meets a locked item")
    func row70() throws {
        let phone = try Phone()
        let open: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]
        try #require(phone.add(newPassword("ann", open)) == errSecSuccess)
        try #require(phone.add(newPassword("bob")) == errSecSuccess)
        try phone.device.lock()
        let one: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecReturnData: true]
        #expect(phone.find(one).status == errSecSuccess)
    }

    @Test("KC-71: a locked item cannot be changed")
    func row71() throws {
        let phone = try phone(Self.whenUnlocked[0], .locked)
        #expect(
            phone.update(password(), [kSecValueData: Data("new".utf8)])
                == errSecInteractionNotAllowed
        )
        try phone.device.unlock()
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test("KC-72: an item cannot be moved into an accessibility that is closed now")
    func row72() throws {
        let phone = try phone(Self.afterFirstUnlock[0], .locked)
        let change: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked]
        #expect(phone.update(password(), change) == errSecInteractionNotAllowed)
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test(
        "KC-73: a locked item can be removed",
        arguments: [LockState.locked, .beforeFirstUnlock]
    )
    func row73(state: LockState) throws {
        let phone = try phone(Self.whenUnlocked[0], state)
        #expect(phone.delete(password()) == errSecSuccess)
        try phone.device.unlock()
        #expect(phone.find(password()).status == errSecItemNotFound)
    }

    @Test("KC-74: whoever makes a locked item anew is refused before the duplicate is noticed")
    func row74() throws {
        let phone = try phone(Self.whenUnlocked[0], .locked)
        #expect(phone.add(newPassword(secret: "new")) == errSecInteractionNotAllowed)
        let open: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAlways]
        #expect(phone.add(newPassword(secret: "new", open)) == errSecInteractionNotAllowed)
        try phone.device.unlock()
        #expect(phone.data(password()) == Data("secret".utf8))
    }

    @Test("KC-75: an accessibility in a search is a condition, and finds no item of another")
    func row75() throws {
        let phone = try phone(Self.whenUnlocked[0], .unlocked)
        let other: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]
        #expect(phone.find(password("ann", other)).status == errSecItemNotFound)
        #expect(phone.add(newPassword("ann", other)) == errSecDuplicateItem)
    }

    @Test("KC-76: an accessibility that is none is refused")
    func row76() throws {
        let phone = try Phone()
        #expect(phone.add(newPassword("ann", [kSecAttrAccessible: "sometimes"])) == errSecParam)
    }
}
