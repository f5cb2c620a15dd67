/// The protection classes of iOS: in which lock states a file's key can be had.
///
/// Raw values are the kernel's class numbers (xnu, `bsd/sys/content_protection.h`).
public enum ProtectionClass: UInt8, Sendable, Hashable, CaseIterable {
    /// Class A: readable only while the device is unlocked or in the grace period after the lock.
    case complete = 1
    /// Class B: can be created while locked and stays usable through a handle that is already open.
    case completeUnlessOpen = 2
    /// Class C: readable from the first unlock after a boot until the next one.
    case completeUntilFirstUserAuthentication = 3
    /// Class D: readable whenever the device is on; still unreadable without the device key.
    case none = 4
    /// Like class C, but access also ends after a time without the user.
    case completeWhenUserInactive = 7

    /// The long name, as the command line and all reports print it.
    public var name: String {
        switch self {
        case .complete: "complete"
        case .completeUnlessOpen: "complete-unless-open"
        case .completeUntilFirstUserAuthentication: "complete-until-first-user-authentication"
        case .none: "none"
        case .completeWhenUserInactive: "complete-when-user-inactive"
        }
    }

    /// The class with this name, letter or Foundation constant, in any case; nil for anything else.
    ///
    /// Includes the two legacy constants that Foundation still accepts (swift-foundation,
    /// `FileManager+Files.swift`).
    public init?(named text: some StringProtocol) {
        guard let match = Self.aliases[text.lowercased()] else { return nil }
        self = match
    }

    private static let aliases: [String: ProtectionClass] = [
        "a": .complete, "complete": .complete, "nsfileprotectioncomplete": .complete,
        "b": .completeUnlessOpen, "unless-open": .completeUnlessOpen,
        "complete-unless-open": .completeUnlessOpen,
        "nsfileprotectioncompleteunlessopen": .completeUnlessOpen,
        "nsfileprotectionwriteonly": .completeUnlessOpen,
        "c": .completeUntilFirstUserAuthentication,
        "until-first-auth": .completeUntilFirstUserAuthentication,
        "complete-until-first-user-authentication": .completeUntilFirstUserAuthentication,
        "nsfileprotectioncompleteuntilfirstuserauthentication":
            .completeUntilFirstUserAuthentication,
        "nsfileprotectioncompleteuntiluserauthentication": .completeUntilFirstUserAuthentication,
        "d": .none, "none": .none, "nsfileprotectionnone": .none,
        "when-user-inactive": .completeWhenUserInactive,
        "complete-when-user-inactive": .completeWhenUserInactive,
        "nsfileprotectioncompletewhenuserinactive": .completeWhenUserInactive,
    ]
}
