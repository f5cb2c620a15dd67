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

extension ProtectionClass {
    /// Whether the key that opens files of this class exists in a lock state.
    ///
    /// `isUserInactive` says that the time of ``completeWhenUserInactive`` has run out since the
    /// lock. (Apple Platform Security, "Data Protection classes".)
    public func isOpenable(in state: LockState, isUserInactive: Bool = false) -> Bool {
        switch (self, state) {
        case (_, .off): false
        case (.none, _): true
        case (_, .beforeFirstUnlock): false
        case (.complete, _), (.completeUnlessOpen, _): state != .locked
        case (.completeUntilFirstUserAuthentication, _): true
        case (.completeWhenUserInactive, _): state == .unlocked || !isUserInactive
        }
    }

    /// Whether a file of this class can be made in a lock state.
    ///
    /// Differs from opening for ``completeUnlessOpen`` alone, whose public key is always there.
    public func isCreatable(in state: LockState, isUserInactive: Bool = false) -> Bool {
        self == .completeUnlessOpen && state != .off
            || isOpenable(in: state, isUserInactive: isUserInactive)
    }

    /// Whether a handle that was opened earlier keeps its key when the device locks.
    package var survivesLockWhileOpen: Bool { self != .complete }
}

extension ProtectionClass {
    /// A number that is higher the less often the key is there: the order in which one class
    /// protects more than another.
    package var strength: Int {
        switch self {
        case .none: 0
        case .completeUntilFirstUserAuthentication: 1
        case .completeWhenUserInactive: 2
        case .completeUnlessOpen: 3
        case .complete: 4
        }
    }
}
