import CSystemShims
import Glibc
import SystemPackage

/// A thread of the operating system, for work that blocks for long.
///
/// Its starter joins or detaches it; nothing else ends it.
package final class SystemThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// The size of a thread's stack, in bytes: 8 MiB, of which only what is used takes memory.
    private static let stackByteCount = 8 << 20

    private let identifier: pthread_t

    /// Starts a thread that runs `body` once.
    ///
    /// - Throws: ``SystemError`` when there are too many threads.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        // The default follows `ulimit -s` and may be less than parsers need.
        pthread_attr_setstacksize(&attributes, Self.stackByteCount)
        let box = Unmanaged.passRetained(Body(body))
        let result = pthread_create(
            &thread,
            &attributes,
            { argument in
                guard let argument else { return nil }
                shim_allow_interruption()
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            },
            box.toOpaque()
        )
        guard result == 0 else {
            box.release()
            throw SystemError(Errno(rawValue: result), call: "pthread_create")
        }
        identifier = thread
    }

    /// Starts a thread that nobody waits for.
    ///
    /// - Throws: ``SystemError`` when there are too many threads.
    package static func detach(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        _ = try SystemThread {
            pthread_detach(pthread_self())
            body()
        }
    }

    /// Whether the caller runs on this thread.
    package var isCurrent: Bool { pthread_equal(identifier, pthread_self()) != 0 }

    /// Ends a system call that the thread waits in, which then answers EINTR; between two calls it
    /// does nothing, so a caller repeats it until the thread has noticed.
    ///
    /// - Precondition: the thread still runs, or was not finished.
    package func interrupt() {
        _ = shim_interrupt_thread(identifier)
    }

    /// Waits for the end of the thread; on the thread itself, lets it end unwatched.
    ///
    /// - Precondition: called once.
    package func finish() {
        if isCurrent {
            pthread_detach(identifier)
        } else {
            pthread_join(identifier, nil)
        }
    }
}
