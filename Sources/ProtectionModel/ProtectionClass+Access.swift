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
