public import FoundationEssentials

/// What an application reads as advertising identifier, now; it is not to be kept.
public struct AdvertisingReading: Sendable, Hashable {
    /// The identifier; all zero when there is a ``zeroReason``.
    public let identifier: UUID
    /// Why the identifier is all zero; nil when it is a real one.
    public let zeroReason: ZeroReason?

    init(_ identifier: UUID) {
        self.identifier = identifier
        zeroReason = nil
    }

    init(_ reason: ZeroReason) {
        identifier = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        zeroReason = reason
    }
}
