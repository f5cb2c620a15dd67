import Foundation
import Synchronization

/// Calls of the code under test that did not reach its device, each once, in the words of the source.
final class HostCalls: Sendable {
    /// More would say the same.
    private static let limit = 20
    private let calls = Mutex<[String]>([])
    private let used = Atomic(false)
    private let over = Atomic(false)

    /// From here on calls are of a process that has ended, which no phone would see.
    func end() { over.store(true, ordering: .relaxed) }

    func note(_ call: String) {
        guard !over.load(ordering: .relaxed) else { return }
        calls.withLock { calls in
            guard calls.count < Self.limit, !calls.contains(call) else { return }
            calls.append(call)
        }
    }

    var all: [String] { calls.withLock { $0 } }

    /// Whether the code under test asked for the device by any call.
    var isUsed: Bool { used.load(ordering: .relaxed) }

    func noteUse() { used.store(true, ordering: .relaxed) }
}

extension ApplicationContainer {
    /// Calls that changed something of the host, or could not be told whose they are, while this container
    /// was the current one, such as `Data.write(to:) /tmp/a`.
    ///
    /// They are known of modules with the plugin `DeviceFoundation`.
    public var callsPastDevice: [String] { hostCalls.all }

    /// Whether a module with the plugin `DeviceFoundation` has asked for this container without a path.
    package var isAskedFor: Bool { hostCalls.isUsed }

    func noteUse() { hostCalls.noteUse() }

    /// Notes no more ``callsPastDevice``: the process of the code under test has ended.
    package func endProcess() { hostCalls.end() }
}
