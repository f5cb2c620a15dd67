import Foundation
import ProtectedKeychain
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

/// A store of tokens as apps have them, in the two ways they treat what they cannot read.
private struct TokenStore {
    /// Whether a token that cannot be read counts as missing, as with many an app.
    var takesLockedForMissing = false

    private let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "ann",
    ]

    @discardableResult func save(_ token: String) -> OSStatus {
        var item = query
        item[kSecValueData as String] = Data(token.utf8)
        return SecItemAdd(item as CFDictionary, nil)
    }

    func update(_ token: String) {
        let change = [kSecValueData as String: Data(token.utf8)]
        SecItemUpdate(query as CFDictionary, change as CFDictionary)
    }

    func rename() {
        let change = [kSecAttrLabel as String: "Ann's"]
        SecItemUpdate(query as CFDictionary, change as CFDictionary)
    }

    func delete() { SecItemDelete(query as CFDictionary) }

    /// What a search says that asks for nothing in return.
    func look() -> OSStatus { SecItemCopyMatching(query as CFDictionary, nil) }

    func load() -> (status: OSStatus, token: String?) {
        var question = query
        question[kSecReturnData as String] = true
        var item: CFTypeRef?
        let status = SecItemCopyMatching(question as CFDictionary, &item)
        return (status, (item as? Data).map { String(decoding: $0, as: UTF8.self) })
    }

    /// The token; a new one where there is none.
    func token() -> String? {
        let (status, token) = load()
        if let token { return token }
        guard status == errSecItemNotFound || takesLockedForMissing else { return nil }
        delete()
        save("new")
        return "new"
    }
}

@Suite("The keychain of a test device")
struct KeychainTests {
    @Test("is that of the option 'application', and follows the lock")
    func followsLock() throws {
        let device = try TestDevice(in: .locked) { device in
            DeviceKeychain.withCurrent(device.keychain) {
                #expect(TokenStore().save("first") == errSecSuccess)
            }
        }
        try DeviceKeychain.withCurrent(device.keychain) {
            #expect(TokenStore().load().status == errSecInteractionNotAllowed)
            try device.unlock()
            #expect(TokenStore().load().token == "first")
        }
        let shared = device.keychain(accessGroups: ["shared"], applicationGroups: ["group.a"])
        DeviceKeychain.withCurrent(shared) { #expect(TokenStore().load().token == "first") }
    }

    @Test("each call is a step before which the lock can fall")
    func steps() async throws {
        let states = Mutex<[OSStatus]>([])
        try await lockAtEveryStep { device in
            _ = DeviceKeychain.withCurrent(device.keychain) { TokenStore().save("first") }
        } running: { device in
            let status = DeviceKeychain.withCurrent(device.keychain) { TokenStore().load().status }
            states.withLock { $0.append(status) }
        } verifying: { device in
            #expect(
                DeviceKeychain.withCurrent(device.keychain) { TokenStore().load().token } == "first"
            )
        }
        let seen = states.withLock { Set($0) }
        #expect(seen == [errSecSuccess, errSecInteractionNotAllowed])
    }

    @Test("an app that makes a locked token anew loses the old one, and a mended one does not")
    func madeAnew() throws {
        for takesLockedForMissing in [true, false] {
            let device = try TestDevice { device in
                _ = DeviceKeychain.withCurrent(device.keychain) { TokenStore().save("first") }
            }
            let store = TokenStore(takesLockedForMissing: takesLockedForMissing)
            try DeviceKeychain.withCurrent(device.keychain) {
                try device.lock()
                _ = store.token()
                try device.unlock()
                let isLost = store.load().token != "first"
                #expect(isLost == takesLockedForMissing)
            }
        }
    }

    @Test("an item that is made anew because it was locked is told of once")
    func toldOnce() async throws {
        let said = Lines()
        try await withKnownIssue {
            try await inEachLockState([.locked]) { device in
                _ = DeviceKeychain.withCurrent(device.keychain) { TokenStore().save("first") }
            } running: { device in
                _ = DeviceKeychain.withCurrent(device.keychain) {
                    TokenStore(takesLockedForMissing: true).token()
                }
            }
        } matching: { issue in
            said.append(issue.error.map { "\($0)" } ?? "")
            return true
        }
        #expect(said.all.count == 1)
        #expect(said.all.first?.contains("was deleted, although it was merely locked") == true)
    }

    /// What an app does with a locked token, and what it is told; nil for nothing.
    private struct Program: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let headline: String?
        let run: @Sendable (TokenStore) -> Void
    }

    private static let programs = [
        Program(
            testDescription: "takes locked for missing, and deletes",
            headline:
                "the keychain's generic-password 'ann' was deleted, although it was merely locked"
        ) { store in
            if store.load().token == nil { store.delete() }
        },
        Program(
            testDescription: "deletes in order to add",
            headline:
                "the keychain's generic-password 'ann' was deleted, and could not be added again"
        ) { store in
            store.delete()
            store.save("second")
        },
        Program(testDescription: "adds, and updates what is there", headline: nil) { store in
            if store.save("second") == errSecDuplicateItem { store.update("second") }
        },
        Program(testDescription: "deletes without asking", headline: nil) { $0.delete() },
        Program(testDescription: "asks whether it is there, and updates it", headline: nil) {
            store in
            if store.look() != errSecItemNotFound { store.update("second") }
        },
        Program(
            testDescription: "takes one for missing that cannot be opened, and deletes",
            headline:
                "the keychain's generic-password 'ann' was deleted, although it was merely locked"
        ) { store in
            if store.look() != errSecSuccess { store.delete() }
        },
        Program(testDescription: "asks and leaves it", headline: nil) { _ = $0.load() },
        Program(
            testDescription: "takes locked for missing, and overwrites",
            headline:
                "the keychain's generic-password 'ann' was overwritten, although it was merely locked"
        ) { store in
            if store.load().token == nil { store.update("second") }
        },
        Program(
            testDescription: "takes locked for missing, adds, and overwrites what is there",
            headline:
                "the keychain's generic-password 'ann' was overwritten, although it was merely locked"
        ) { store in
            guard store.load().token == nil else { return }
            if store.save("second") == errSecDuplicateItem { store.update("second") }
        },
        Program(testDescription: "asks again, overwrites and deletes", headline: nil) { store in
            guard store.load().token != nil || store.load().token != nil else { return }
            store.update("second")
            if store.load().token == "second" { store.delete() }
        },
        Program(testDescription: "asks, and changes all but the token", headline: nil) { store in
            _ = store.load()
            store.rename()
        },
    ]

    @Test(
        "an app that loses a locked item is caught, and one that does not is not",
        arguments: programs
    )
    private func losses(program: Program) async {
        @Sendable func run(_ prepare: @escaping @Sendable (TestDevice) -> Void) async throws {
            try await lockAtEveryStep { device in
                TokenStore().save("first")
                prepare(device)
            } running: { _ in
                program.run(TokenStore())
            }
        }
        await #expect(throws: Never.self) { try await run { $0.allowKeychainLoss() } }
        guard let headline = program.headline else {
            await #expect(throws: Never.self) { try await run { _ in } }
            return
        }
        await expectFailure(containing: headline) { try await run { _ in } }
    }

    @Test("a timeline names the item, and nothing of what is in it")
    func timeline() async throws {
        let device = try TestDevice()
        device.whileCurrent {
            TokenStore().save("first")
            TokenStore().delete()
        }
        let text = device.timeline.description
        #expect(text.contains("save the keychain's generic-password 'ann' as complete"))
        #expect(text.contains("remove the keychain's generic-password 'ann'"))
        #expect(!text.contains("first"))
    }
}
