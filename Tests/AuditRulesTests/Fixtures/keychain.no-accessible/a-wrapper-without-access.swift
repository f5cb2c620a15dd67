// swift-format-ignore-file
import KeychainSwift
final class Lock {
    func record(_ count: Int) {
        store.set(String(count), forKey: "attempts", withAccess: nil)  // expect: keychain.no-accessible
        store.set(String(count), forKey: "attempts", withAccess: .accessibleWhenUnlockedThisDeviceOnly)
        store.set(String(count), forKey: "attempts")
    }
}
