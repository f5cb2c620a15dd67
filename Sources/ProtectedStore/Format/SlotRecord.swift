import KeyManagement
import ProtectionModel
import SodiumCrypto

/// What the two slots at the start of a host file say of a node that is no folder.
protocol SlotRecord: Sendable, Equatable {
    var generation: UInt64 { get set }
    var attributes: NodeAttributes { get set }

    /// The slot.
    func encode(_ keys: VolumeKeys) throws(CryptoError) -> [UInt8]

    /// Reads both slots.
    ///
    /// - Throws: as ``SlotPair/init(_:decode:)``.
    static func read(
        _ bytes: ArraySlice<UInt8>,
        device: DeviceID,
        keys: VolumeKeys
    ) throws -> SlotPair<Self>
}

/// The record of a file, a link or a special file, whichever a host file holds.
enum NodeRecord {
    case file(SlotPair<SealedHeader>)
    case link(SlotPair<LinkRecord>)

    /// Reads both slots, and tells by them which it is.
    ///
    /// - Throws: as ``SlotRecord/read(_:device:keys:)``.
    init(_ bytes: ArraySlice<UInt8>, device: DeviceID, keys: VolumeKeys) throws {
        do {
            self = .file(try SealedHeader.readFile(bytes, device: device, keys: keys))
        } catch AuthenticatedSlot.Defect.damaged {
            self = .link(try LinkRecord.read(bytes, device: device, keys: keys))
        }
    }

    var attributes: NodeAttributes {
        switch self {
        case .file(let pair): pair.record.attributes
        case .link(let pair): pair.record.attributes
        }
    }

    /// Whether one of the slots is damaged.
    var isDamaged: Bool {
        switch self {
        case .file(let pair): pair.agreement == .damaged
        case .link(let pair): pair.agreement == .damaged
        }
    }

    /// The extended attributes that either slot names.
    var extended: [[UInt8]] {
        switch self {
        case .file(let pair): pair.extended
        case .link(let pair): pair.extended
        }
    }
}

extension SlotPair where Record: SlotRecord {
    /// The extended attributes that either slot names.
    var extended: [[UInt8]] {
        let first = record.attributes.extended
        let second = other?.attributes.extended
        return [first, second == first ? nil : second].compactMap(\.self)
    }
}
