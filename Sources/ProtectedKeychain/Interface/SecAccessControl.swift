#if !canImport(Darwin)
public import Foundation

/// When an item can be used, and what a person is asked first.
public final class SecAccessControl: Sendable, Hashable {
    package let access: ItemAccess

    init(_ access: ItemAccess) { self.access = access }

    /// Equal when they say the same.
    public static func == (left: SecAccessControl, right: SecAccessControl) -> Bool {
        left.access == right.access
    }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) { hasher.combine(access) }
}

/// What a person is asked; the numbers are Apple's (`SecAccessControl.h`).
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: CFOptionFlags

    /// Takes the bits.
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// For the passcode or a biometric feature.
    public static let userPresence = SecAccessControlCreateFlags(rawValue: 1 << 0)
    /// For any biometric feature.
    public static let biometryAny = SecAccessControlCreateFlags(rawValue: 1 << 1)
    /// The older name of ``biometryAny``.
    public static let touchIDAny = biometryAny
    /// For one of the biometric features that there are now.
    public static let biometryCurrentSet = SecAccessControlCreateFlags(rawValue: 1 << 3)
    /// The older name of ``biometryCurrentSet``.
    public static let touchIDCurrentSet = biometryCurrentSet
    /// For the passcode.
    public static let devicePasscode = SecAccessControlCreateFlags(rawValue: 1 << 4)
    /// Another device nearby may answer.
    public static let companion = SecAccessControlCreateFlags(rawValue: 1 << 5)
    /// One condition of several is enough.
    public static let or = SecAccessControlCreateFlags(rawValue: 1 << 14)
    /// All conditions must hold.
    public static let and = SecAccessControlCreateFlags(rawValue: 1 << 15)
    /// For using a private key.
    public static let privateKeyUsage = SecAccessControlCreateFlags(rawValue: 1 << 30)
    /// For a password of the application.
    public static let applicationPassword = SecAccessControlCreateFlags(rawValue: 1 << 31)
}

/// Bits.
public typealias CFOptionFlags = UInt

/// Makes a rule for an item; nil for one that contradicts itself, with `errSecParam` in `error`.
///
/// Which flags go together is Apple's (`SecAccessControl.m`).
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?,
    _ protection: CFTypeRef,
    _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    guard let word = protection as? String, let accessibility = Accessibility(rawValue: word),
        flags.isConsistent
    else {
        error?.pointee = .passRetained(
            NSError(domain: NSOSStatusErrorDomain, code: Int(errSecParam))
        )
        return nil
    }
    return SecAccessControl(ItemAccess(accessibility, flags: UInt64(flags.rawValue)))
}

extension SecAccessControlCreateFlags {
    fileprivate var isConsistent: Bool {
        let biometry: SecAccessControlCreateFlags = [.biometryAny, .biometryCurrentSet]
        let besidePresence: SecAccessControlCreateFlags = [
            .userPresence, .applicationPassword, .privateKeyUsage,
        ]
        return !isSuperset(of: [.or, .and]) && !isSuperset(of: biometry)
            && (!contains(.userPresence) || isSubset(of: besidePresence))
    }
}
#endif
