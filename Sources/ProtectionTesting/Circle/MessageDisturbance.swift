import ProtectionModel
import SimulatedDisk
import SimulatedNetwork
import Synchronization

/// What happens as one message of two devices is on its way.
public enum MessageDisturbance: Sendable, Hashable, CaseIterable {
    /// A device of a ``TestCircle``.
    public enum Side: String, Sendable, Hashable, CaseIterable {
        /// The first, which has an activity.
        case sender
        /// The second, which goes on with it.
        case receiver
    }

    /// A device locks before the message is sent, and stays locked.
    case lock(Side)
    /// The power of a device fails before the message is sent; it starts anew, before the first unlock.
    case crash(Side)
    /// Nothing arrives.
    case loss
    /// It arrives twice.
    case duplicate
    /// One that was sent earlier on the same way arrives first.
    case replay
    /// One bit of it arrives as another.
    case flippedBit

    /// All of them, for both devices.
    public static let allCases: [MessageDisturbance] =
        Side.allCases.map { .lock($0) } + Side.allCases.map { .crash($0) } + [
            .loss, .duplicate, .replay, .flippedBit,
        ]

    /// The word of a headline.
    var name: String {
        switch self {
        case .lock(let side): "lock of the \(side.rawValue)"
        case .crash(let side): "crash of the \(side.rawValue)"
        case .loss: "loss"
        case .duplicate: "duplicate"
        case .replay: "replay"
        case .flippedBit: "flipped bit"
        }
    }

    /// Lets it happen to a message; what arrives instead.
    func strike(_ message: NetworkMessage, _ circle: TestCircle) -> [[UInt8]] {
        // These calls are not expected to fail; if one does, the code under test meets what it meets.
        switch self {
        case .lock(let side):
            try? circle[side].lock()
            return [message.bytes]
        case .crash(let side):
            try? circle[side].crash()
            return [message.bytes]
        case .loss: return []
        case .duplicate: return [message.bytes, message.bytes]
        case .replay:
            let earlier = circle.network.carried.filter {
                $0.number < message.number && $0.receiver == message.receiver
                    && $0.kind.isFrame == message.kind.isFrame
            }
            guard !earlier.isEmpty else { return [message.bytes] }
            return [earlier[message.number % earlier.count].bytes, message.bytes]
        case .flippedBit:
            var random = SplitMix64(seed: UInt64(message.number))
            var bytes = message.bytes
            let bit = Int.random(in: 0..<bytes.count * 8, using: &random)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            return [bytes]
        }
    }
}

extension TestCircle {
    /// The device on a side.
    public subscript(side: MessageDisturbance.Side) -> TestDevice {
        side == .sender ? sender : receiver
    }
}

extension NetworkMessage.Kind {
    fileprivate var isFrame: Bool { self != .advertisement }
}

extension NetworkMessage {
    /// For a headline.
    var sentence: String {
        let what =
            switch kind {
            case .advertisement: "an advertisement"
            case .frame(let connection): "a frame of connection \(connection)"
            }
        return "\(what) from \(sender) to \(receiver), \(bytes.count) bytes"
    }
}
