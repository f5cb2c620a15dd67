import ProtectionModel
import SodiumCrypto
import TestSupport
import TrustedDevices

/// Two sides of a session that was, or was not, opened.
struct SessionTrial: ~Copyable {
    static let purpose = "test"

    var initiator: DeviceSession?
    var responder: DeviceSession?
    var initiatorCode: ErrorCode?
    var responderCode: ErrorCode?
    /// All that was sent, with whether it went to the responder.
    private(set) var frames: [(isToResponder: Bool, bytes: [UInt8])] = []

    /// Lets one device open a session to another; `pass` sees each frame, and says what arrives instead.
    init(
        _ from: TrustingDevice,
        _ to: TrustingDevice,
        named id: TrustedDevice.ID? = nil,
        introducing: Bool = false,
        for purposes: (String, String) = (purpose, purpose),
        initiating: DeviceSession.Policy = DeviceSession.Policy(),
        responding: DeviceSession.Policy = DeviceSession.Policy(),
        pass: (Passage, [UInt8]) throws -> [[UInt8]] = { [$1] }
    ) throws {
        let purpose = try SessionPurpose(purposes.0)
        var opening: SessionOpening
        do throws(ProtectionError) {
            opening = try from.begin(introducing ? nil : id ?? to.id, introducing, purpose)
        } catch {
            initiatorCode = error.code
            return
        }
        var answering = try to.circle.answer(for: [
            try SessionPurpose("other"), try SessionPurpose(purposes.1),
        ])
        try carry(&opening, &answering, pass)
        if opening.isEstablished { initiator = try opening.finish(initiating) }
        if answering.isEstablished { responder = try answering.finish(responding) }
    }

    private mutating func carry(
        _ opening: inout SessionOpening,
        _ answering: inout SessionOpening,
        _ pass: (Passage, [UInt8]) throws -> [[UInt8]]
    ) throws {
        var waiting = [(true, opening.first)]
        var number = 0
        while !waiting.isEmpty {
            let (isToResponder, frame) = waiting.removeFirst()
            frames.append((isToResponder, frame))
            let passage = Passage(number: number, isToInviter: isToResponder)
            number += 1
            for frame in try pass(passage, frame) {
                do throws(ProtectionError) {
                    let answer =
                        isToResponder
                        ? try answering.receive(frame) : try opening.receive(frame)
                    waiting += answer.map { (!isToResponder, $0) }
                } catch {
                    if isToResponder {
                        responderCode = responderCode ?? error.code
                        waiting.append((false, SessionOpening.refusal(for: error)))
                    } else {
                        initiatorCode = initiatorCode ?? error.code
                    }
                }
            }
        }
    }

    /// What went wrong on either side; empty when both have the session.
    var failures: [ErrorCode] { [initiatorCode, responderCode].compactMap(\.self) }

    var isOpen: Bool {
        switch initiator {
        case .some:
            switch responder {
            case .some: true
            case .none: false
            }
        case .none: false
        }
    }

    /// Sends a message from the initiator; `pass` says what arrives.
    mutating func send(
        _ message: [UInt8],
        pass: ([[UInt8]]) -> [[UInt8]] = { $0 }
    ) throws -> [[UInt8]] {
        let frames = try initiator?.seal(message.span.bytes) ?? []
        return try receive(pass(frames))
    }

    mutating func receive(_ frames: [[UInt8]]) throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for frame in frames {
            guard let opened = try responder?.open(frame) else { continue }
            messages.append(opened.withBytes(0..<opened.count) { $0.array })
        }
        return messages
    }

    /// The same the other way.
    mutating func sendBack(_ message: [UInt8]) throws -> [UInt8]? {
        for frame in try responder?.seal(message.span.bytes) ?? [] {
            guard let opened = try initiator?.open(frame) else { continue }
            return opened.withBytes(0..<opened.count) { $0.array }
        }
        return nil
    }
}

extension TrustingDevice {
    fileprivate func begin(
        _ id: TrustedDevice.ID?,
        _ isIntroduction: Bool,
        _ purpose: SessionPurpose
    ) throws(ProtectionError) -> SessionOpening {
        if isIntroduction { return try circle.introduce(for: purpose) }
        guard let id else { throw ProtectionError(.internalError, "no circle") }
        return try circle.open(to: id, for: purpose)
    }

    /// Two devices that are paired.
    static func two() throws -> (TrustingDevice, TrustingDevice) {
        let a = try TrustingDevice.founder()
        let b = try TrustingDevice("B")
        _ = try pair(a, b)
        return (a, b)
    }

    /// Three, of which the second and the third have not heard of each other.
    static func three() throws -> (TrustingDevice, TrustingDevice, TrustingDevice) {
        let (a, b) = try two()
        let c = try TrustingDevice("C")
        _ = try pair(a, c)
        return (a, b, c)
    }

    /// Opens a session and ends it, so that each hears what the other has heard.
    func meet(_ other: TrustingDevice, introducing: Bool = false) throws -> [ErrorCode] {
        let trial = try SessionTrial(self, other, introducing: introducing)
        return trial.failures
    }
}
