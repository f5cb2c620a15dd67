import KeyAgent
import KeyManagement
import ProtectionModel

extension LockNotice {
    /// Whether the device has gone for a command that waits for something of it: it was switched off or erased, or
    /// nobody answers for it any more; and, for one whose work a restart ends, whether it was restarted.
    func endsDevice(of keys: AgentKeyService?, orRestartsIt: Bool = false) -> Bool {
        switch self {
        case .event(let event):
            [.shutdown, .erased].contains(event.kind) || orRestartsIt && event.kind == .rebooted
        case .didEnd: (try? keys?.status()) == nil
        default: false
        }
    }
}
