import FoundationEssentials
import KeyAgent
import KeyManagement
import ProtectionModel

/// The document of `status --json`.
struct StatusDocument: Encodable {
    struct Busy: Encodable {
        let pid: Int32
        let process: String
        let `class`: String
    }

    let version = 1
    let state: String
    let passcode: Bool
    let protectedDataAvailable: Bool
    let failedAttempts: UInt32
    let retryAfter: Double?
    let graceEndsIn: Double?
    let classes: [String: Bool]
    let openHandles: UInt64
    let busy: [Busy]
    let memoryLocked: Bool

    init(_ status: AgentStatus) {
        let device = status.device
        state = device.state.rawValue
        passcode = device.hasPasscode
        protectedDataAvailable = device.isProtectedDataAvailable
        failedAttempts = device.failedAttempts
        retryAfter = device.retryAfter.map { Double($0.wholeMilliseconds) / 1_000 }
        graceEndsIn = device.graceEndsIn.map { Double($0.wholeMilliseconds) / 1_000 }
        classes = Dictionary(
            uniqueKeysWithValues: ProtectionClass.allCases.map { ($0.name, device.isOpenable($0)) }
        )
        openHandles = status.openHandles
        busy = status.busy.map {
            Busy(pid: $0.process.identifier, process: $0.process.name, class: $0.protection.name)
        }
        memoryLocked = device.isMemoryLocked
    }

    private enum Key: String, CodingKey {
        case version, state, passcode, protectedDataAvailable, failedAttempts, retryAfter
        case graceEndsIn, classes, openHandles, busy, memoryLocked
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(version, forKey: .version)
        try container.encode(state, forKey: .state)
        try container.encode(passcode, forKey: .passcode)
        try container.encode(protectedDataAvailable, forKey: .protectedDataAvailable)
        try container.encode(failedAttempts, forKey: .failedAttempts)
        // The contract has null, not a missing key.
        try container.encode(retryAfter, forKey: .retryAfter)
        try container.encode(graceEndsIn, forKey: .graceEndsIn)
        try container.encode(classes, forKey: .classes)
        try container.encode(openHandles, forKey: .openHandles)
        try container.encode(busy, forKey: .busy)
        try container.encode(memoryLocked, forKey: .memoryLocked)
    }
}
