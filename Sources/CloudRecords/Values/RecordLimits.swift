/// How much the service takes; the standard numbers are those of Apple's CloudKit Web Services
/// Reference, "Data Size Limits".
public struct RecordLimits: Sendable, Hashable {
    /// Bytes of a name.
    public var nameByteCount = 255
    /// Bytes of a record without its assets, as ``RecordBody`` writes them.
    public var recordByteCount = 1 << 20
    /// Bytes of an asset.
    public var assetByteCount: Int64 = 50_000_000
    /// Operations in a request, and records that one fetches.
    public var operationCount = 200
    /// Records in an answer.
    public var pageCount = 200
    /// References with ``RecordReference/Action/deleteSelf`` to one record.
    public var referenceCount = 750
    /// Bytes that a user may keep in the private database; nil for no limit.
    public var privateByteCount: Int64?
    /// Bytes that all users may keep in the public database; nil for no limit.
    public var publicByteCount: Int64?
    /// Subscriptions of a user to a database: each is looked at in every commit there.
    public var subscriptionCount = 100
    /// How long a removal is remembered.
    public var deletionMemory = Duration.seconds(90 * 86_400)
    /// Metres in the unit of distances: 1 as in Apple's reference, 1,000 as one listing there has
    /// it.
    public var distanceUnit = 1.0

    /// The standard limits.
    public init() {}
}
