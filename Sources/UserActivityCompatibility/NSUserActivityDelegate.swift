public import Foundation
import Handoff
import Synchronization

/// Hears what becomes of an activity; each call may be left out.
public protocol NSUserActivityDelegate: NSObjectProtocol {
    /// The activity is about to be sent: whoever has something to add does so now.
    func userActivityWillSave(_ userActivity: NSUserActivity)
    /// An app of another device goes on with it.
    func userActivityWasContinued(_ userActivity: NSUserActivity)
    /// Whoever goes on with it wants streams, which are not open yet; it waits until both were closed or let go.
    func userActivity(
        _ userActivity: NSUserActivity,
        didReceive inputStream: InputStream,
        outputStream: OutputStream
    )
}

extension NSUserActivityDelegate {
    /// Adds nothing.
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}
    /// Does nothing.
    public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
    /// Has nothing to say.
    public func userActivity(
        _ userActivity: NSUserActivity,
        didReceive inputStream: InputStream,
        outputStream: OutputStream
    ) {}
}

/// Takes what Handoff tells to Apple's delegate.
final class DelegateRelay: UserActivityDelegate {
    private struct Target {
        weak var activity: NSUserActivity?
    }

    private let target = Mutex(Target())

    var activity: NSUserActivity? {
        get { target.withLock { $0.activity } }
        set { target.withLock { $0.activity = newValue } }
    }

    func userActivityWillSave(_ activity: UserActivity) {
        guard let apps = self.activity else { return }
        apps.delegate?.userActivityWillSave(apps)
        apps.push()
    }

    func userActivityWasContinued(_ activity: UserActivity) {
        guard let apps = self.activity else { return }
        apps.delegate?.userActivityWasContinued(apps)
    }

    func userActivity(_ activity: UserActivity, didReceive streams: ActivityStreams) {
        guard let apps = self.activity, let delegate = apps.delegate else { return }
        let closed = DispatchSemaphore(value: 0)
        let ends = StreamEnds(streams) { closed.signal() }
        delegate.userActivity(
            apps,
            didReceive: ContinuationInputStream(ends),
            outputStream: ContinuationOutputStream(ends)
        )
        // What this returns to ends the session.
        closed.wait()
    }
}
