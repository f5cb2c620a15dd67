import ArgumentParser
import Dispatch
import DeviceIdentifiers
import KeyAgent
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import Synchronization

/// Implements `protectctl notify watch`.
struct NotifyWatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print what comes, goes and is done with it, whoever does it.",
        discussion: """
            Ends when it is interrupted, or when the device goes off. Delivers what falls due while it \
            runs. Of a content only what may show now is printed. What happened before the first \
            unlock is told after it. A push that nothing is kept of leaves no trace to tell.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let session = try Session(global)
        let isOver = Mutex(false)
        let mayHaveChanged = DispatchSemaphore(value: 0)
        let keys = session.keys
        let observation = keys.observe { [weak keys] notice in
            if notice.endsDevice(of: keys) { isOver.withLock { $0 = true } }
            mayHaveChanged.signal()
        }
        defer { observation.cancel() }
        var watch = try NotificationWatch(session.notifications) { mayHaveChanged.signal() }
        var told: Set<BundleIdentifier> = []
        while true {
            for (application, error) in watch.failures where !told.contains(application) {
                global.console.talk(
                    "note: not everything of '\(application)' is told: \(error.message)"
                )
            }
            told = Set(watch.failures.keys)
            let now = MachineClock().wallTime()
            _ = mayHaveChanged.wait(timeout: .now() + Self.pause(until: watch.nextDue, now))
            if isOver.withLock({ $0 }) { break }
            do {
                for event in try watch.takeEvents() { try print(event) }
            } catch let error as ProtectionError where error.code == .deviceOff { break }
        }
        if let failure = keys.failure, failure.code != .deviceOff { throw failure }
    }

    /// Seconds until something is due; the wall clock may be set, so no more than a minute.
    private static func pause(until due: Timestamp?, _ now: Timestamp) -> Double {
        guard let due else { return 60 }
        let rest =
            Double(due.seconds - now.seconds) + Double(due.nanoseconds - now.nanoseconds) / 1e9
        return max(0, min(60, rest))
    }

    private func print(_ event: NotificationEvent) throws {
        let at = MomentText.rfc3339(event.date ?? MachineClock().wallTime())
        let console = global.console
        guard !console.json else { return try console.document(Line(event, at: at)) }
        let name = event.kind.rawValue
        // A stream has no last line to take a width from: that of the longest name.
        let width = NotificationEvent.Kind.allCases.map(\.rawValue.count).max() ?? 0
        let space = String(repeating: " ", count: width - name.count)
        let texts = [event.entry?.title, event.entry?.subtitle, event.entry?.body]
        let rest = texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
        let action = event.action.map(NotificationResponse.word)
        let words = [at, name + space, event.application.description, event.identifier]
        let line = (words + [action, rest.isEmpty ? nil : rest].compactMap(\.self))
            .joined(separator: "  ")
        try console.data(line.printable)
    }

    private struct Line: Encodable {
        let version = 1
        let event: String
        let app: String
        let identifier: String
        let at: String
        let title: OrNull<String>
        let subtitle: OrNull<String>
        let body: OrNull<String>
        let hidden: OrNull<Bool>
        let action: OrNull<String>

        init(_ event: NotificationEvent, at: String) {
            self.event = event.kind.rawValue
            app = event.application.description
            identifier = event.identifier
            self.at = at
            title = OrNull(event.entry?.title)
            subtitle = OrNull(event.entry?.subtitle)
            body = OrNull(event.entry?.body)
            hidden = OrNull(event.entry?.isHidden)
            action = OrNull(event.action)
        }
    }
}
