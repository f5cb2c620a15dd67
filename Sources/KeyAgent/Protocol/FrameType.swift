/// What a frame says.
///
/// Requests come from clients, all others from the agent.
package enum FrameType: UInt16, Sendable, CaseIterable {
    case hello = 1
    case subscribe = 2
    case makeKeys = 3
    case unwrap = 4
    case rewrap = 5
    case status = 6
    case unlock = 7
    case lock = 8
    case reboot = 9
    case shutDown = 10
    case setPasscode = 11
    case changePasscode = 12
    case removePasscode = 13
    case erase = 14
    case noteOpenHandles = 15
    case acknowledge = 16
    case setPasscodeRules = 17
    case noteActivity = 18
    case recover = 19
    case addKey = 20
    case removeKey = 21
    case renameKey = 22
    case changeSettings = 23

    case event = 0x4001
    case discard = 0x4002
    case end = 0x4003

    case reply = 0x8000
    case failure = 0x8001
}
