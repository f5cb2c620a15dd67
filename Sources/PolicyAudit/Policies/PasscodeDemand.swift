/// What a policy demands of the device's passcode.
public struct PasscodeDemand: Sendable, Hashable {
    /// Whether there must be one.
    public var isRequired = false
    /// The fewest characters it may have; `nil` for any.
    public var minimumLength: Int?
    /// The most wrong passcodes in a row before the device must be erased; `nil` for any.
    public var maximumFailures: Int?

    package init() {}
}
