import ArgumentParser
import DeviceIdentifiers
import KeyAgent
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import SystemIO

/// Implements `protectctl notify screen`.
struct NotifyScreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Print what the lock screen shows now, or the center; works in every lock state.",
        discussion: """
            Where a content may not show, what stands in its place is marked as hidden; several of a \
            thread are then one entry. On a locked device the center is the lock screen's own list. \
            An application whose documents are damaged is left out; the command then fails after it \
            has printed the rest.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Flag(help: "The center, which is pulled down.")
    var center = false

    func run() throws {
        let session = try Session(global)
        let place: NotificationScreen.Place = center ? .center : .lockScreen
        let screen = try session.notifications.screen(at: place)
        try print(screen, at: place, try session.keys.status().state)
        let failures = screen.failures.sorted { "\($0.key)" < "\($1.key)" }
        for failure in failures {
            global.console.talk("note: not everything of '\(failure.key)' is shown")
        }
        if let failure = failures.first { throw failure.value }
    }

    private func print(
        _ screen: NotificationScreen,
        at place: NotificationScreen.Place,
        _ state: LockState
    ) throws {
        guard !global.json else {
            return try global.console.document(
                Document(
                    place: place.rawValue,
                    state: state.rawValue,
                    entries: screen.entries.map(ScreenEntryDocument.init)
                )
            )
        }
        guard !screen.entries.isEmpty else {
            return global.console.talk("nothing to see (\(state.rawValue))")
        }
        let drawing = ScreenDrawing(
            global.console,
            columns: Terminal.columns(.standardOutput) ?? ScreenDrawing.width,
            now: MachineClock().wallTime()
        )
        for line in drawing.lines(of: screen) { try global.console.data(line) }
    }

    private struct Document: Encodable {
        let version = 1
        let place: String
        let state: String
        let entries: [ScreenEntryDocument]
    }
}

/// What is seen of a notification as JSON, with null for what does not show.
private struct ScreenEntryDocument: Encodable {
    let app: String
    let identifiers: [String]
    let at: String
    let title: OrNull<String>
    let subtitle: OrNull<String>
    let body: String
    let hidden: Bool
    let attachments: [String]

    init(_ entry: NotificationScreen.Entry) {
        app = entry.application.description
        identifiers = entry.identifiers
        at = MomentText.rfc3339(entry.date)
        title = OrNull(entry.title)
        subtitle = OrNull(entry.subtitle)
        body = entry.body
        hidden = entry.isHidden
        attachments = entry.attachments.map(\.path.description)
    }
}
