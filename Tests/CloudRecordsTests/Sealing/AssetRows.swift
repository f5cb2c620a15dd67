import CloudRecords
import ProtectionModel
import SodiumCrypto
import Synchronization
import Testing

/// A source whose bytes are not in memory, and that says how much was asked for at once.
final class CountingSource: AssetSource {
    let byteCount: Int64
    private let state = Mutex((largest: 0, sum: Int64(0)))

    init(_ byteCount: Int64) { self.byteCount = byteCount }

    var largest: Int { state.withLock { $0.largest } }

    func version() -> AssetVersion { AssetVersion(byteCount: byteCount) }

    static func byte(_ offset: Int64) -> UInt8 {
        UInt8(truncatingIfNeeded: offset &* 31 ^ offset >> 8 ^ offset >> 16)
    }

    func read(into bytes: inout MutableRawSpan, at offset: Int64) -> Int {
        let count = Int(min(Int64(bytes.byteCount), byteCount - offset))
        state.withLock { $0.largest = max($0.largest, count) }
        bytes.storeBytes((0..<count).map { Self.byte(offset + Int64($0)) })
        return count
    }
}

/// A source that is changed when some of it was read.
final class ChangingSource: AssetSource {
    enum Change: CaseIterable { case marks, longer, shorter, gone }

    private let change: Change
    private let hasChanged = Mutex(false)

    init(_ change: Change) { self.change = change }

    func version() throws -> AssetVersion {
        guard hasChanged.withLock({ $0 }) else {
            return AssetVersion(byteCount: 1_000, marks: [1])
        }
        switch change {
        case .marks: return AssetVersion(byteCount: 1_000, marks: [2])
        case .longer: return AssetVersion(byteCount: 1_001, marks: [1])
        case .shorter: return AssetVersion(byteCount: 999, marks: [1])
        case .gone: throw ProtectionError(.notFound, "gone")
        }
    }

    func read(into bytes: inout MutableRawSpan, at offset: Int64) -> Int {
        hasChanged.withLock { $0 = true }
        let count = change == .shorter ? bytes.byteCount - 1 : bytes.byteCount
        bytes.storeBytes([UInt8](repeating: 1, count: count))
        return count
    }
}

extension Record {
    /// A note with an asset.
    static func photo(_ name: String, _ bytes: [UInt8], _ zone: RecordZoneID = .notes) -> Record {
        let asset = RecordAsset(from: MemoryAssetSource(bytes))
        return Record("Note", RecordID(name, in: zone), ["photo": .asset(asset)])
    }

    func asset(_ field: String = "photo") throws -> RecordAsset {
        try #require(fields[field]?.assets.first)
    }
}

extension RecordDatabase {
    func bytes(of asset: RecordAsset) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(asset) { bytes += $0.array }
        return bytes
    }
}

@Suite("assets (rows R-36 to R-38)", .everyEngine)
struct AssetRows {
    private static let secret = Array(String(repeating: "midnight photo ", count: 20).utf8)

    @Test("R-36: 10 MB go and come in pieces, and in the service they are sealed")
    func large() throws {
        let trial = try SealedTrial()
        let database = try trial.device().notes()
        let source = CountingSource(10_000_000)
        var record = Record("Note", .note("a"))
        record["photo"] = .asset(RecordAsset(from: source))
        record = try database.save(record)
        let asset = try record.asset()
        #expect(asset.byteCount == 10_000_000 + 153 * 16)
        // All that is in memory at once: a piece, opened and sealed, on either side.
        #expect(source.largest <= 1 << 19)
        #expect(4 * RecordAsset.pieceByteCount < 16_000_000)
        var offset: Int64 = 0
        var areEqual = true
        try database.read(try database.record(.note("a")).asset()) { piece in
            #expect(piece.byteCount <= 1 << 19)
            for byte in piece.array {
                areEqual = areEqual && byte == CountingSource.byte(offset)
                offset += 1
            }
        }
        #expect(areEqual && offset == 10_000_000)
        let kept = try #require(trial.trial.assets.contents.first)
        #expect(kept.count == asset.byteCount)
        #expect(kept[..<64] != (0..<64).map { CountingSource.byte($0) }[...])
    }

    @Test(
        "R-36: assets of all lengths come back, sealed in private and in clear in public",
        arguments: [0, 1, 65_535, 65_536, 65_537, 524_287, 524_288, 524_289, 1_048_576]
    )
    func lengths(_ count: Int) throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        _ = try device.notes()
        let bytes = (0..<count).map { CountingSource.byte(Int64($0)) }
        for scope in [DatabaseScope.private, .public] {
            let database = device.container.database(scope)
            let zone: RecordZoneID = scope == .public ? .standard : .notes
            let saved = try database.save(.photo("a", bytes, zone))
            #expect(try database.bytes(of: saved.asset()) == bytes)
            let isSealed = try !saved.asset().seal.isEmpty
            #expect(isSealed == (scope == .private))
        }
        #expect(trial.trial.assets.contents.filter { $0 == bytes }.count == 1)
    }

    @Test("another trusted device opens an asset, a stranger and another user do not")
    func others() throws {
        let trial = try SealedTrial()
        let a = try trial.device()
        let b = try trial.device()
        let stranger = try trial.device(isStranger: true)
        let bob = try trial.device(of: .bob)
        let record = try a.notes().save(.photo("a", Self.secret))
        #expect(try b.database.bytes(of: b.database.record(.note("a")).asset()) == Self.secret)
        let strange = try stranger.database.record(.note("a")).asset()
        #expect(refusal { try stranger.database.bytes(of: strange) } == .notTrusted)
        _ = try bob.notes()
        let asset = try record.asset()
        #expect(refusal { try bob.database.bytes(of: asset) } != nil)
        #expect(!trial.trial.assets.contents.contains { $0.contains(Self.secret) })
    }

    @Test("a locked device of a zone of class complete opens none, and loses none")
    func locked() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes(as: .complete)
        var record = try database.save(.photo("a", Self.secret))
        device.holder.lockState = .locked
        let asset = try database.record(.note("a")).asset()
        #expect(refusal { try database.bytes(of: asset) } == .protectedDataUnavailable)
        record["title"] = .string("y")
        record = try database.save(record)
        #expect(refusal { try database.save(.photo("b", [1])) } == .protectedDataUnavailable)
        device.holder.lockState = .unlocked
        #expect(try database.bytes(of: record.asset()) == Self.secret)
    }

    @Test("R-37: the asset of a removed record goes with the next collection, a shared one stays")
    func collection() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        let first = try database.save(.photo("a", Self.secret))
        try database.save(.photo("gone", [1, 2, 3]))
        var second = Record("Note", .note("b"))
        second["copy"] = .list([.asset(try first.asset())])
        try database.save(second)
        #expect(try trial.stored("b").fields["copy"]?.assets[0].seal != first.asset().seal)
        try database.change(removing: [.note("a"), .note("gone")]).check()
        try trial.trial.service.collectAssets(in: CloudTrial.notes)
        #expect(trial.trial.assets.contents.count == 2)
        trial.trial.clock.advance(by: RecordService.assetGrace + .seconds(1))
        try trial.trial.service.collectAssets(in: CloudTrial.notes)
        #expect(trial.trial.assets.contents.count == 1)
        let other = try device.restarted(in: trial.trial).database
        #expect(try other.bytes(of: other.record(.note("b")).asset("copy")) == Self.secret)
        try database.remove(.note("b"))
        trial.trial.clock.advance(by: RecordService.assetGrace + .seconds(1))
        try trial.trial.service.collectAssets(in: CloudTrial.notes)
        #expect(trial.trial.assets.contents.isEmpty)
    }

    @Test("R-37: what a record gets just before it is collected stays")
    func renewed() throws {
        let trial = try SealedTrial()
        let database = try trial.device().notes()
        let first = try database.save(.photo("a", Self.secret))
        trial.trial.clock.advance(by: .seconds(7_200))
        var second = Record("Note", .note("b"))
        second["copy"] = .asset(try first.asset())
        try database.save(second)
        try database.change(removing: [.note("a"), .note("b")]).check()
        try trial.trial.service.collectAssets(in: CloudTrial.notes)
        #expect(trial.trial.assets.contents.count == 1)
    }

    @Test(
        "R-38: what changes while it is sent is not saved, and the record stays as it was",
        arguments: ChangingSource.Change.allCases,
        [DatabaseScope.private, .public]
    )
    func modified(_ change: ChangingSource.Change, _ scope: DatabaseScope) throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        _ = try device.notes()
        let database = device.container.database(scope)
        let zone: RecordZoneID = scope == .public ? .standard : .notes
        var record = try database.save(.photo("a", Self.secret, zone))
        let tag = record.metadata?.changeTag
        record["photo"] = .asset(RecordAsset(from: ChangingSource(change)))
        let code = refusal { try database.save(record) }
        #expect(code == (change == .gone ? .notFound : .assetModified))
        let fetched = try database.record(RecordID("a", in: zone))
        #expect(fetched.metadata?.changeTag == tag)
        #expect(try database.bytes(of: fetched.asset()) == Self.secret)
    }

    @Test("bytes that are gone are not found, also in the middle of a record that is there")
    func missing() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        let record = try database.save(.photo("a", Self.secret))
        let place = AssetPlace(CloudTrial.notes, try trial.key().database)
        let asset = try record.asset()
        trial.trial.assets.remove(
            asset.digest,
            in: place,
            unusedSince: Timestamp(seconds: .max)
        )
        #expect(refusal { try database.bytes(of: asset) } == .assetNotFound)
        var changed = try database.record(.note("a"))
        changed["title"] = .string("y")
        changed = try database.save(changed)
        changed["photo"] = nil
        try database.save(changed)
        device.faults.failNext(.assetNotFound, call: .download)
        let other = try database.save(.photo("b", Self.secret))
        #expect(refusal { try database.bytes(of: other.asset()) } == .assetNotFound)
        #expect(try database.bytes(of: other.asset()) == Self.secret)
    }

    @Test("R-42: bytes of assets that were changed, cut or mixed do not open")
    func attacks() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        let large = [UInt8](repeating: 7, count: 200_000)
        let first = try database.save(.photo("a", large)).asset()
        let second = try database.save(.photo("b", large)).asset()
        let place = AssetPlace(CloudTrial.notes, try trial.key().database)
        let bytes = try #require(
            trial.trial.assets.contents.first { GenericHash.hash(of: $0) == first.digest }
        )
        let step = 65_536 + 16
        var flipped = bytes
        flipped[70_000] ^= 1
        let swapped = bytes[step..<2 * step] + bytes[..<step] + bytes[(2 * step)...]
        let other = try #require(
            trial.trial.assets.contents.first { GenericHash.hash(of: $0) == second.digest }
        )
        let changes: [[UInt8]] = [
            flipped, Array(swapped), other, [], Array(bytes.dropLast()),
            Array(bytes[..<(3 * step)]), Array(bytes[..<step]), bytes + bytes, bytes + [0],
            large,
        ]
        for changed in changes {
            trial.trial.assets.replace(first.digest, with: [changed], in: place)
            #expect(refusal { try database.bytes(of: first) } == .authenticationFailure)
        }
        trial.trial.assets.replace(first.digest, with: [bytes], in: place)
        #expect(try database.bytes(of: first) == large)
    }

    @Test("R-42: the key of an asset is for its record, field, place and bytes alone")
    func movedKeys() throws {
        let trial = try SealedTrial()
        let device = try trial.device()
        let database = try device.notes()
        let large = [UInt8](repeating: 7, count: 200_000)
        let first = try database.save(.photo("a", large)).asset()
        let second = try database.save(.photo("b", large)).asset()
        let sealed = [
            RecordAsset(digest: first.digest, byteCount: first.byteCount, seal: second.seal),
            RecordAsset(digest: second.digest, byteCount: second.byteCount, seal: second.seal),
            RecordAsset(digest: first.digest, byteCount: first.byteCount),
            RecordAsset(digest: first.digest, byteCount: 1, seal: first.seal),
            RecordAsset(
                digest: first.digest,
                byteCount: first.byteCount,
                seal: Array(first.seal.dropLast())
            ),
        ]
        for asset in sealed {
            try trial.tamper("a") { $0.fields["photo"] = .asset(asset) }
            let fetched = try device.restarted(in: trial.trial).database
            let read = try fetched.record(.note("a")).asset()
            #expect(refusal { try fetched.bytes(of: read) } == .authenticationFailure)
        }
        try trial.tamper("a") {
            $0.fields["photo"] = .asset(first)
            $0.fields["other"] = .asset(first)
            $0.fields["list"] = .list([.asset(first), .asset(first)])
        }
        let record = try database.record(.note("a"))
        #expect(try database.bytes(of: record.asset()) == large)
        for asset in (record["list"]?.assets ?? []) + [try record.asset("other")] {
            #expect(refusal { try database.bytes(of: asset) } == .authenticationFailure)
        }
    }

    @Test("in public databases bytes that were changed do not pass, and are read by the grants")
    func publicAssets() throws {
        let trial = try SealedTrial()
        try trial.trial.promote(
            "RECORD TYPE Note (photo ASSET, GRANT WRITE, READ TO \"_creator\", "
                + "GRANT CREATE TO \"_icloud\");"
        )
        let ada = try trial.device().container.database(.public)
        let bob = try trial.device(of: .bob).container.database(.public)
        let asset = try ada.save(.photo("a", Self.secret, .standard)).asset()
        #expect(refusal { try bob.bytes(of: asset) } == .permissionDenied)
        let place = AssetPlace(CloudTrial.notes, .public)
        trial.trial.assets.replace(asset.digest, with: [Self.secret + [0]], in: place)
        #expect(refusal { try ada.bytes(of: asset) } == .authenticationFailure)
    }

    @Test("R-88: an erased user's assets are gone, and others' stay")
    func erased() throws {
        let trial = try SealedTrial()
        let ada = try trial.device()
        let bob = try trial.device(of: .bob)
        try ada.notes().save(.photo("a", Self.secret))
        try ada.container.database(.public).save(.photo("a", [1, 1], .standard))
        try ada.container.database(.public).save(.photo("s", [2, 2], .standard))
        try bob.container.database(.public).save(.photo("b", [2, 2], .standard))
        try trial.trial.service.eraseUser("ada@cloud", in: CloudTrial.notes)
        #expect(trial.trial.assets.contents == [[2, 2]])
    }

    @Test("more than the limit, an asset without a source, or with another's hash is refused")
    func refused() throws {
        let trial = try SealedTrial(CloudTrial { $0.assetByteCount = 1_000 })
        let database = try trial.device().notes()
        try database.save(.photo("a", [UInt8](repeating: 1, count: 1_000)))
        let large = Record.photo("b", [UInt8](repeating: 1, count: 1_001))
        #expect(refusal { try database.save(large) } == .limitExceeded)
        var record = Record("Note", .note("b"))
        record["photo"] = .asset(
            RecordAsset(digest: [UInt8](repeating: 1, count: 32), byteCount: 1)
        )
        #expect(refusal { try database.save(record) } == .invalidArgument)
        let keyless = try trial.trial.database()
        #expect(refusal { try keyless.save(record) } == .assetNotFound)
        #expect(refusal { try keyless.save(.photo("b", [1])) } == .invalidArgument)
        let known = try trial.stored("a").fields["photo"]?.assets.first
        record["photo"] = .asset(
            RecordAsset(digest: try #require(known).digest, byteCount: 0)
        )
        #expect(refusal { try keyless.save(record) } == .assetNotFound)
    }
}
