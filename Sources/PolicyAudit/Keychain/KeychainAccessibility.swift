/// When an item of the keychain can be read, in the platform's terms.
///
/// Source: Apple, Security framework, "Item attribute keys and values", `kSecAttrAccessible`.
package enum KeychainAccessibility: String, Sendable, Hashable {
    case always = "Always"
    case afterFirstUnlock = "AfterFirstUnlock"
    case whenUnlocked = "WhenUnlocked"
    case whenPasscodeSet = "WhenPasscodeSet"

    /// What the constant `name` means, and whether the item stays on the device.
    package static func constant(_ name: String) -> (KeychainAccessibility, isDeviceOnly: Bool)? {
        guard name.hasPrefix("kSecAttrAccessible") else { return nil }
        return named(String(name.dropFirst("kSecAttrAccessible".count)))
    }

    /// What the member `name` of a library's option means: `.whenUnlockedThisDeviceOnly`.
    package static func member(_ name: String) -> (KeychainAccessibility, isDeviceOnly: Bool)? {
        guard let first = name.first, first.isLowercase else { return nil }
        return named(first.uppercased() + name.dropFirst())
    }

    private static func named(_ name: String) -> (KeychainAccessibility, isDeviceOnly: Bool)? {
        let isDeviceOnly = name.hasSuffix("ThisDeviceOnly")
        let base = isDeviceOnly ? String(name.dropLast("ThisDeviceOnly".count)) : name
        guard let found = KeychainAccessibility(rawValue: base) else { return nil }
        return (found, isDeviceOnly || found == .whenPasscodeSet)
    }
}
