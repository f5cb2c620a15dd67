/// How much the service takes; the standard numbers are those of Apple's CloudKit Web Services
/// Reference, "Data Size Limits".
package struct RecordLimits: Sendable, Hashable {
    /// Bytes of a name.
    package var nameByteCount = 255
    /// Bytes of a record without its assets, as ``RecordBody`` writes them.
    package var recordByteCount = 1 << 20
    /// Bytes of an asset.
    package var assetByteCount: Int64 = 50_000_000
    /// Operations in a request, and records that one fetches.
    package var operationCount = 200
    /// Records in an answer.
    package var pageCount = 200
    /// References with ``RecordReference/Action/deleteSelf`` to one record.
    package var referenceCount = 750
    /// Bytes that a user may keep in the private database; nil for no limit.
    package var privateByteCount: Int64?
    /// Bytes that all users may keep in the public database; nil for no limit.
    package var publicByteCount: Int64?
    /// Subscriptions of a user to a database: each is looked at in every commit there.
    package var subscriptionCount = 100
    /// How long a removal is remembered.
    package var deletionMemory = Duration.seconds(90 * 86_400)
    /// Metres in the unit of distances: 1 as in Apple's reference, 1,000 as one listing there has
    /// it.
    package var distanceUnit = 1.0

    /// The standard limits.
    package init() {}
}
