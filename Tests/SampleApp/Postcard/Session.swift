import Foundation
import Security
import os

/// Who is signed in.
@Observable
final class Session {
    private let log = Logger(subsystem: "example.postcard", category: "session")

    /// Finding: what opens the account is kept in a property list that every backup has.
    func keep(accessToken: String) {
        UserDefaults.standard.set(accessToken, forKey: "accessToken")
    }

    /// Right: readable once the phone was unlocked, and on this phone alone.
    func keepInKeychain(refreshToken: Data) -> OSStatus {
        SecItemAdd(
            [
                kSecClass: kSecClassGenericPassword,
                kSecAttrAccount: "refresh",
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
                kSecValueData: refreshToken,
            ] as CFDictionary,
            nil
        )
    }

    /// Finding: the address can be read by whoever gets the log.
    func signIn(email: String) {
        log.info("signing in \(email, privacy: .public)")
    }
}
