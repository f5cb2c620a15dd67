public import Handoff
import ProtectionModel
import Synchronization

/// On which device, and for which app, an activity becomes current.
extension NSUserActivity {
    @TaskLocal private static var ofTask: HandoffService?
    private static let fallback = Mutex<HandoffService?>(nil)

    static func currentService() throws(ProtectionError) -> HandoffService {
        guard let service = ofTask ?? fallback.withLock({ $0 }) else {
            throw ProtectionError(
                .notFound,
                "no device has activities for this code: it runs outside of "
                    + "NSUserActivity.withCurrent(_:operation:), and NSUserActivity.setFallback(_:) was not "
                    + "called"
            )
        }
        return service
    }

    /// Runs `operation` with an app of a device for the activities that become current in it, on this thread and in
    /// its child tasks.
    ///
    /// Threads and queues that it starts itself do not know of it: for these there is ``setFallback(_:)``.
    ///
    /// - Throws: what `operation` throws.
    public static func withCurrent<Result>(
        _ service: HandoffService,
        operation: () throws -> Result
    ) rethrows -> Result {
        try $ofTask.withValue(service) { try operation() }
    }

    /// Runs `operation` with an app of a device for the activities that become current in it and its child tasks.
    ///
    /// - Throws: what `operation` throws.
    public static func withCurrent<Result>(
        _ service: HandoffService,
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $ofTask.withValue(service, operation: operation, isolation: isolation)
    }

    /// Gives activities outside of ``withCurrent(_:operation:)`` an app of a device, in the whole process; nil takes it away
    /// again.
    public static func setFallback(_ service: HandoffService?) {
        fallback.withLock { $0 = service }
    }
}
