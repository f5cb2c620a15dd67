import DeviceSimulation
import KeyManagement
import Handoff
import ProtectedStore
import ProtectionModel
import SodiumCrypto
import TestSupport
import Testing
import TrustedDevices

/// A member that makes advertisements of whatever key it has been given.
extension HandoffDevice {
    /// Says that a device, with whose key in this one's documents it is sealed, offers an activity.
    fileprivate func forge(
        _ activity: [UInt8],
        of sender: HandoffDevice,
        sequence: UInt64
    ) throws -> [UInt8] {
        let name = try id == sender.id ? "own" : sender.id.description
        let document = try device.documents.changing(.handoff) { files, folder in
            try files.read(try folder.appending(name))
        }
        let circle = try #require(try trusting.circle.standing()).circle
        let context = try circle.bytes + sender.id.bytes
        let keys = try SecureBytes(count: 64, group: .transit, arena: device.holder.arena)
        let key = try SecureBytes(count: 32, group: .transit, arena: device.holder.arena) {
            $0.storeBytes(Array(document[17..<49]))
        }
        let domain = Array("protection-toolkit handoff keys 1".utf8)
        try HKDFSHA256.expand(key, info: domain, into: keys)
        let time = device.clock.wallTime().seconds
        let nonce = [UInt8](repeating: UInt8(sequence & 0xFF), count: 24)
        let tagged = Array("protection-toolkit handoff tag 1".utf8) + context + nonce
        let tag = try KeyedHash.code(
            of: tagged.span.bytes,
            count: 16,
            key: keys,
            keyOffset: 32
        )
        let plain = Self.plain(activity, sequence, time)
        var sealed = [UInt8](repeating: 0, count: plain.count + 16)
        var span = sealed.mutableSpan
        var output = span.mutableBytes
        try XChaCha20Poly1305.seal(
            plain.span.bytes,
            into: &output,
            nonce: nonce,
            authenticating: tag.prefix(8) + context,
            key: keys
        )
        return tag.prefix(8) + nonce + sealed
    }

    private static func plain(
        _ activity: [UInt8],
        _ sequence: UInt64,
        _ time: Int64
    ) -> [UInt8] {
        [1, 1] + little(sequence) + activity + [UInt8](repeating: 0, count: 48)
            + little(time + 600) + [UInt8](repeating: 0, count: 30)
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

@Suite("Offers in another's name", .timeLimit(.minutes(10)))
struct ForgedOfferRows {
    private let network: HandoffNetwork
    private let phone: HandoffDevice
    private let desk: HandoffDevice
    private let other: HandoffDevice
    private static let activity = [UInt8](repeating: 7, count: 16)

    init() throws {
        let (network, devices) = try HandoffNetwork.devices("phone", "desk", "other")
        self.network = network
        (phone, desk, other) = (devices[0], devices[1], devices[2])
        _ = desk.handoff.service(for: try Notes.app())
    }

    private func offer() throws -> UserActivity {
        let activity = try phone.handoff.service(for: try Notes.app()).activity(Notes.type)
        try activity.becomeCurrent()
        return activity
    }

    private func names() throws -> [String] { try desk.handoff.offers().map(\.device.name) }

    @Test("what a member says in another's name counts until that device itself says something")
    func highestSequence() throws {
        let activity = try offer()
        #expect(try names() == ["phone"])
        let forged = try other.forge(Self.activity, of: phone, sequence: .max)
        #expect(try desk.handoff.receive(forged))
        #expect(try !desk.handoff.receive(try phone.handoff.advertisement()))
        try network.meet(desk, phone)
        let id = try #require(phone.handoff.currentOffer)
        #expect(try desk.handoff.offers().map(\.id) == [id])
        #expect(try desk.handoff.receive(try phone.handoff.advertisement()))
        activity.resignCurrent()
    }

    @Test("what a removed device says in another's name counts with nobody who knows")
    func removedForger() throws {
        let activity = try offer()
        let forged = try other.forge(Self.activity, of: phone, sequence: 1_000)
        try desk.trusting.circle.remove(try other.id)
        #expect(try !desk.handoff.receive(forged))
        #expect(try names() == [])
        try network.meet(desk, phone)
        #expect(try names() == ["phone"])
        #expect(try !desk.handoff.receive(forged))
        activity.resignCurrent()
    }

    @Test("an offer that two devices claim is continued from neither")
    func sameName() throws {
        let activity = try offer()
        let id = try #require(phone.handoff.currentOffer)
        let forged = try other.forge(id.bytes, of: other, sequence: 1_000)
        #expect(try desk.handoff.receive(forged))
        #expect(try Set(names()) == ["phone", "other"])
        #expect(
            refusal { try desk.handoff.continueActivity(id) } == ErrorCode(.authenticationFailure)
        )
        // Another of the phone's is its own again.
        activity.resignCurrent()
        try activity.becomeCurrent()
        let fresh = try #require(phone.handoff.currentOffer)
        try desk.handoff.continueActivity(fresh).close()
        try network.settle()
    }
}
