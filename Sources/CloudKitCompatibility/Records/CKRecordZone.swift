import CloudRecords
public import Foundation

/// A zone of a database: what is saved in it together, and synchronized together.
public final class CKRecordZone: NSObject, NSCopying, Sendable {
    /// The name of a zone.
    public typealias ID = CKRecordZoneID

    /// What a zone can do.
    public struct Capabilities: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt
        /// Names capabilities by their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// What changed in it can be asked for.
        public static let fetchChanges = Capabilities(rawValue: 1 << 0)
        /// Batches are done as a whole or not at all.
        public static let atomic = Capabilities(rawValue: 1 << 1)
    }

    /// Its name.
    public let zoneID: ID

    /// A zone by its name.
    public convenience init(zoneName: String) { self.init(zoneID: ID(zoneName: zoneName)) }

    /// A zone by its name.
    public init(zoneID: ID) { self.zoneID = zoneID }

    /// The zone that every database has.
    public class func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

    /// What it can do: nothing of this where it is the standard zone.
    public var capabilities: Capabilities { zoneID.id.isAtomic ? [.fetchChanges, .atomic] : [] }

    /// Itself: it does not change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Equal when the names are.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKRecordZone)?.zoneID == zoneID
    }

    /// The same for zones that are equal.
    public override var hash: Int { zoneID.hash }
}

/// Up to where the changes of a zone are known.
public final class CKServerChangeToken: NSObject, NSSecureCoding, NSCopying, Sendable {
    let token: ChangeToken

    init(_ token: ChangeToken) { self.token = token }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// One that was archived.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.text("token") else { return nil }
        self.init(ChangeToken(text))
    }

    /// Archives it.
    public func encode(with coder: NSCoder) { coder.put(token.text, "token") }

    /// Itself: it does not change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Equal when both know the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKServerChangeToken)?.token == token
    }

    /// The same for tokens that are equal.
    public override var hash: Int { token.hashValue }
}
