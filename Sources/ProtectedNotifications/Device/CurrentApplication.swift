import Synchronization

/// The app of a device that code means which names none, as `UNUserNotificationCenter.current()` does:
/// whoever runs code of apps on devices of a test says how to find it.
package struct CurrentApplication: Sendable {
    package typealias Work = @Sendable () -> Void

    private static let shared = Mutex<CurrentApplication?>(nil)

    private let find: @Sendable () -> UserNotificationCenter?
    private let guess: @Sendable (String) -> UserNotificationCenter?
    private let carry: @Sendable (@escaping Work) -> Work

    /// `find` looks for that of the caller's task, `guess` for the one that another thread can mean by a call,
    /// and `carry` takes what the caller has along to another queue.
    package init(
        find: @escaping @Sendable () -> UserNotificationCenter?,
        guess: @escaping @Sendable (String) -> UserNotificationCenter?,
        carry: @escaping @Sendable (@escaping Work) -> Work
    ) {
        self.find = find
        self.guess = guess
        self.carry = carry
    }

    /// From now on this is asked, in the whole process.
    package func install() { Self.shared.withLock { $0 = self } }

    private static var installed: CurrentApplication? { shared.withLock { $0 } }

    /// The notifications of the caller's task; nil without.
    package static var center: UserNotificationCenter? { installed?.find() }

    /// The only notifications that a call can mean; nil where no device is meant, and where several may be,
    /// which their tests are told.
    package static func guessCenter(_ call: String) -> UserNotificationCenter? {
        installed?.guess(call)
    }

    /// The same work, for another queue, with what is current for the caller.
    package static func carrying(_ work: @escaping Work) -> Work {
        installed?.carry(work) ?? work
    }
}
