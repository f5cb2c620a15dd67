package import Handoff
import KeyManagement
import ProtectedStore
import ProtectionModel
import SimulatedNetwork
import SodiumCrypto
import Synchronization
package import TrustedDevices

/// A simulated device among others of its user: what it knows of them, and what it offers to them.
package final class CircleMember: Sendable {
    /// What lasts no longer than the process that has it.
    private struct Process {
        let circle: TrustCircle
        let handoff: DeviceHandoff
        var invitation: Invitation?
    }

    /// What it is called, in the circle and in the network.
    package let name: String
    /// The device.
    package let device: SimulatedDevice
    private let process: Mutex<Process>

    init(_ name: String, _ device: SimulatedDevice, _ ways: CircleWays) {
        self.name = name
        self.device = device
        process = Mutex(Self.launch(device, ways))
    }

    /// Begins another process, as after a crash, with nothing in its memory.
    func relaunch(_ ways: CircleWays) {
        let fresh = Self.launch(device, ways)
        let before = process.withLock { process in
            defer { process = fresh }
            return process
        }
        withExtendedLifetime(before) {}
    }

    private static func launch(_ device: SimulatedDevice, _ ways: CircleWays) -> Process {
        // Those of now: what a process that has crashed still writes reaches no disk.
        let documents = device.documents
        let circle = TrustCircle { documents }
        let handoff = DeviceHandoff(
            circle,
            { documents },
            parameters: ways.parameters,
            carry: ways.carry,
            observing: ways.observe,
            connect: ways.connect
        )
        return Process(circle: circle, handoff: handoff)
    }

    /// What it knows of the user's devices.
    package var circle: TrustCircle { process.withLock { $0.circle } }
    /// Its activities, and those of the others.
    package var handoff: DeviceHandoff { process.withLock { $0.handoff } }
    /// What the others know it by; nil without a circle, or when that cannot be read.
    package var id: TrustedDevice.ID? { try? circle.standing()?.own }

    /// Does what is to be done with whoever connects: pairs while it invites, else serves.
    func answer(_ connection: any DeviceConnection) throws {
        let (invitation, handoff) = process.withLock { process in
            defer { process.invitation = nil }
            return (process.invitation, process.handoff)
        }
        if let invitation {
            _ = try invitation.pair(over: connection)
        } else {
            try handoff.serve(connection)
        }
    }

    /// Shows a code, which the next to connect is to have.
    func invite() throws(ProtectionError) -> Invitation {
        let invitation = try circle.invite()
        process.withLock { $0.invitation = invitation }
        return invitation
    }

    /// No longer waits for anybody to join.
    func stopInviting() { process.withLock { $0.invitation = nil } }

    /// Joins with a code that somebody has typed.
    func join(
        _ invitation: Invitation,
        over connection: any DeviceConnection
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let shown = try invitation.code.text()
            let typed = try SecureBytes(
                count: shown.count,
                group: .transit,
                arena: device.holder.arena
            )
            try shown.withBytes { (bytes) throws(CryptoError) in try typed.store(bytes) }
            let code = try PairingCode(reading: typed, count: shown.count)
            _ = try circle.join(with: code, named: name, over: connection)
        }
    }
}

/// How a device gets to the others.
struct CircleWays: Sendable {
    let parameters: HandoffParameters
    let carry: @Sendable ([UInt8]) -> Void
    let observe: @Sendable (HandoffNotice) -> Void
    let connect: @Sendable (TrustedDevice) throws -> any DeviceConnection
}
