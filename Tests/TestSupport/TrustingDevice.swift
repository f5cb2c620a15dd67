package import DeviceSimulation
import KeyManagement
package import ProtectionModel
import SodiumCrypto
package import TrustedDevices

/// A simulated device with its circle.
package struct TrustingDevice {
    package let name: String
    package let device: SimulatedDevice
    package let circle: TrustCircle

    /// A device that is in no circle yet; a new one unless given.
    package init(_ name: String, _ device: SimulatedDevice? = nil) throws {
        let device = try device ?? SimulatedDevice.make()
        self.name = name
        self.device = device
        circle = TrustCircle { device.documents }
    }

    /// The founder of a circle.
    package static func founder(_ name: String = "A") throws -> TrustingDevice {
        let founder = try TrustingDevice(name)
        try founder.circle.create(named: name)
        return founder
    }

    /// The names of the members, in their order; none without a circle, or while it is pending.
    package var names: [String] {
        get throws {
            guard let standing = try circle.standing(), !standing.isPending else { return [] }
            return standing.membership.devices.map(\.name)
        }
    }

    /// What the others know it by; nil without a circle.
    package var id: TrustedDevice.ID? { try? circle.standing()?.own }

    /// A code that was typed here.
    package func code(_ text: String) throws -> PairingCode {
        let bytes = Array(text.utf8)
        let typed = try SecureBytes(
            count: bytes.count,
            group: .transit,
            arena: device.holder.arena
        ) { $0.storeBytes(bytes) }
        return try PairingCode(reading: typed, count: bytes.count)
    }
}

extension Invitation {
    /// The code as a person reads it from the screen.
    package var shown: String {
        get throws {
            try code.text().withBytes { String(decoding: $0.array, as: UTF8.self) }
        }
    }
}

/// A frame on its way.
package struct Passage {
    /// Counted from 0, over both ways.
    package let number: Int
    /// To the side that invites, or answers.
    package let isToInviter: Bool

    /// Names a passage.
    package init(number: Int, isToInviter: Bool) {
        self.number = number
        self.isToInviter = isToInviter
    }
}

/// What a pairing came to.
package struct PairingOutcome {
    /// What the inviter was refused with.
    package var inviter: ErrorCode?
    /// What the joiner was refused with.
    package var joiner: ErrorCode?
    /// All that was sent.
    package var frames: [[UInt8]] = []
}

/// Lets two devices pair; `pass` sees each frame, and says what arrives instead.
package func pair(
    _ inviting: TrustingDevice,
    _ joining: TrustingDevice,
    invitation: Invitation? = nil,
    typing text: String? = nil,
    pass: (Passage, [UInt8]) throws -> [[UInt8]] = { [$1] }
) throws -> PairingOutcome {
    let invitation = try invitation ?? inviting.circle.invite()
    var outcome = PairingOutcome()
    let code = try joining.code(try text ?? invitation.shown)
    var joiner = try joining.circle.join(with: code, named: joining.name)
    var waiting = [(true, joiner.first)]
    var inviter: Inviter
    do throws(ProtectionError) { inviter = try invitation.accept() } catch {
        outcome.inviter = error.code
        outcome.joiner = refusal { try joiner.receive(Inviter.refusal(for: error)) }
        return outcome
    }
    var number = 0
    while !waiting.isEmpty {
        let (isToInviter, frame) = waiting.removeFirst()
        outcome.frames.append(frame)
        defer { number += 1 }
        for frame in try pass(Passage(number: number, isToInviter: isToInviter), frame) {
            do throws(ProtectionError) {
                let step =
                    isToInviter ? try inviter.receive(frame) : try joiner.receive(frame)
                waiting += step.frames.map { (!isToInviter, $0) }
            } catch {
                if isToInviter {
                    outcome.inviter = outcome.inviter ?? error.code
                    waiting.append((false, Inviter.refusal(for: error)))
                } else {
                    outcome.joiner = outcome.joiner ?? error.code
                }
            }
        }
    }
    return outcome
}
