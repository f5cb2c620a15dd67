import ArgumentParser
import DeviceIdentifiers
import Documents
import KeyAgent
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import Dispatch
import Synchronization

/// Implements `protectctl notify push`.
struct NotifyPushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Let a push arrive; prints how it ended.",
        discussion: """
            A sealed part is opened with the application's keys. What comes before the first unlock is \
            kept for it, and no screen shows it earlier. However it ends, the status is 0.

            The command of --service, which a shell runs, is the application's service extension: for \
            an alert with mutable-content 1 it reads {"version":1,"identifier":"…","content":{"aps":…}} \
            and writes what is to be shown instead, in the same form. It is sent SIGTERM when its time \
            is up, and killed a second later; then what was pushed is shown, as when it fails, or this \
            command is interrupted.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("It takes the place of one with this id.", valueName: "id")
    )
    var collapseId: String?
    @Option(help: ArgumentHelp("What kind of push it is.", valueName: "type"))
    var type = Choice(RemotePayload.Headers.PushType.alert)
    @Option(
        help: ArgumentHelp(
            "Not delivered after so long; 0s is too late already.",
            valueName: "duration"
        )
    )
    var expires: DurationArgument?
    @Option(
        help: ArgumentHelp("Run this as the service extension.", valueName: "command"),
        completion: .shellCommand("compgen -c")
    )
    var service: String?
    @Option(help: ArgumentHelp("How long it may take.", valueName: "duration"))
    var limit: DurationArgument?
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String
    @Argument(
        help: ArgumentHelp("The payload; '-' is stdin.", valueName: "payload"),
        completion: .file(extensions: ["json", "apns"])
    )
    var payload: String

    func validate() throws {
        guard limit == nil || service != nil else {
            throw ValidationError("--limit goes with --service")
        }
    }

    func run() throws {
        let application = try BundleIdentifier(application)
        let now = MachineClock().wallTime()
        let payload = try NotificationInput.payload(
            payload,
            RemotePayload.Headers(
                type.value,
                collapseID: collapseId,
                expiration: expires.map { now.adding($0.duration) }
            )
        )
        // Before any thread is there.
        let interruption = try service.map { _ in try Interruption() }
        let session = try Session(global)
        let notifications = session.notifications
        let service = try service.map { try self.extension($0, notifications, application) }
        if service != nil, !payload.runsExtension {
            global.console.talk("note: no service extension runs for this payload")
        }
        var outcome = try Waiting.for(interruption) {
            try await notifications.push(payload, to: application, service: service)
        }
        // What is kept until then no screen shows, and nothing is heard of it.
        if (try? session.keys.status().state) == .beforeFirstUnlock { outcome.presentation = [] }
        try tell(outcome)
    }

    private func `extension`(
        _ command: String,
        _ notifications: DeviceNotifications,
        _ application: BundleIdentifier
    ) throws -> DeviceNotifications.Service {
        var limits = ServiceRun.Limits()
        if let limit { limits.budget = limit.duration }
        let program = ServiceProgram(
            // The shell outlives the word that time is up, or nobody would take the program's answer.
            ["/bin/sh", "-c", "trap : TERM\n" + command],
            environment: ProcessEnvironment.current.values,
            canFilter: try notifications.entitlements(of: application).contains(.filtering),
            limits: limits
        )
        return { await program.run($0) }
    }

    private func tell(_ outcome: PushOutcome) throws {
        guard !global.json else { return try global.console.document(PushDocument(outcome)) }
        var table = Table([.left, .left])
        table.add(["ending", outcome.ending.rawValue])
        if let identifier = outcome.identifier {
            table.add(["identifier", identifier.printable])
            let words = outcome.presentation.words
            table.add(["presentation", words.isEmpty ? "none" : words.joined(separator: ", ")])
        }
        for note in outcome.notes { table.add(["note", "\(note)".printable]) }
        if let refusal = outcome.refusal {
            table.add(["not opened", "\(refusal.code): \(refusal.message)".printable])
        }
        for line in table.lines() { try global.console.data(line) }
    }
}

/// What became of a push as JSON.
private struct PushDocument: Encodable {
    private struct Refusal: Encodable {
        let code: String
        let message: String
    }

    let version = 1
    let ending: String
    let identifier: OrNull<String>
    let presentation: [String]
    let notes: [String]
    private let refusal: OrNull<Refusal>

    init(_ outcome: PushOutcome) {
        ending = outcome.ending.rawValue
        identifier = OrNull(outcome.identifier)
        presentation = outcome.presentation.words
        notes = outcome.notes.map { "\($0)" }
        refusal = OrNull(
            outcome.refusal.map { Refusal(code: $0.code.description, message: $0.message) }
        )
    }
}

/// Work in tasks, for which the tool's only thread waits.
private enum Waiting {
    /// What `body` returns; an interruption cancels it, and lets it come to its end.
    static func `for`<Result: Sendable>(
        _ interruption: Interruption?,
        _ body: @escaping @Sendable () async throws -> Result
    ) throws -> Result {
        let isOver = DispatchSemaphore(value: 0)
        let outcome = Mutex<Swift.Result<Result, any Error>>(.failure(CancellationError()))
        let task = Task.detached {
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
            isOver.signal()
        }
        interruption?.onSignal {
            task.cancel()
            isOver.wait()
        }
        isOver.wait()
        isOver.signal()
        // Returns when none is under way any more; one ends this process.
        interruption?.onSignal(nil)
        if task.isCancelled { DispatchSemaphore(value: 0).wait() }
        return try outcome.withLock { $0 }.get()
    }
}
