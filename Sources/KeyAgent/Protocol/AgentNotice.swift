import KeyManagement
package import ProtectionModel

/// What the agent tells its subscribers unasked.
package enum AgentNotice: Sendable, Equatable {
    /// Something that is not secret.
    case event(DeviceEvent)
    /// The class keys are gone: wipe the file keys and acknowledge.
    case discard([ProtectionClass])
    /// The device restarts or is off: wipe every key and acknowledge.
    case end(isOff: Bool)

    /// Whether subscribers have to acknowledge it.
    package var isAcknowledged: Bool {
        switch self {
        case .event: false
        case .discard, .end: true
        }
    }

    /// The frame that carries the notice.
    package func frame(epoch: UInt64) -> Frame {
        var writer = ByteWriter()
        switch self {
        case .event(let event):
            writer.append(word: event.kind.rawValue)
            writer.append(word: event.state.rawValue)
            writer.append(event.at.seconds)
            writer.append(event.at.nanoseconds)
            return Frame(.event, epoch: epoch, body: writer.bytes)
        case .discard(let classes):
            writer.append(list: classes)
            return Frame(.discard, epoch: epoch, body: writer.bytes)
        case .end(let isOff):
            writer.append(isOff)
            return Frame(.end, epoch: epoch, body: writer.bytes)
        }
    }

    /// Reads a notice; nil for whatever the agent does not send.
    package init?(_ type: FrameType, body: [UInt8]) {
        var reader = ByteReader(body)
        guard let notice = Self.parse(type, &reader), reader.remaining == 0 else { return nil }
        self = notice
    }

    private static func parse(_ type: FrameType, _ reader: inout ByteReader) -> AgentNotice? {
        switch type {
        case .event:
            guard let kind = reader.word().flatMap(DeviceEvent.Kind.init(rawValue:)),
                let state = reader.word().flatMap(LockState.init(rawValue:)),
                let seconds = reader.integer(Int64.self),
                let nanoseconds = reader.integer(Int64.self)
            else { return nil }
            let at = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
            return .event(DeviceEvent(kind, state: state, at: at))
        case .discard:
            return reader.list(of: ProtectionClass.self, atMost: ProtectionClass.allCases.count)
                .map { .discard($0) }
        case .end: return reader.flag().map { .end(isOff: $0) }
        default: return nil
        }
    }
}
