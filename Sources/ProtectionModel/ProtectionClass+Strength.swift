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
