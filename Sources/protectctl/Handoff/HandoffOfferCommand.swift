import ArgumentParser
import DeviceIdentifiers
import Handoff
import KeyAgent
import KeyManagement
import ProtectionModel
import SystemIO

/// Implements `protectctl handoff offer`.
struct HandoffOfferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer",
        abstract: "Make an activity current, and wait until another device continues it.",
        discussion: """
            Prints what the offer is called by, and ends when one device has it; with 75 when it expired \
            or the device was locked. It takes the place of the activity that was current. Other devices \
            reach it by 'protectctl handoff serve', which must run, or at the address of --listen.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What it is about; cut to 1024 bytes.", valueName: "text")
    )
    var title: String?
    @Option(
        help: ArgumentHelp(
            "A property list with what the application needs; '-' is stdin.",
            valueName: "file"
        ),
        completion: .file(extensions: ["plist"])
    )
    var userInfo: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The page for where no application continues it.", valueName: "url")
    )
    var page: String?
    @Option(help: ArgumentHelp("For how long it is offered.", valueName: "duration"))
    var expires = DurationArgument(.seconds(600))
    @Option(
        help: ArgumentHelp("A file of the host to go with it.", valueName: "file"),
        completion: .file()
    )
    var stream: String?
    @Option(help: ArgumentHelp("A file of the device to go with it.", valueName: "path"))
    var streamPath: String?
    @Option(
        help: ArgumentHelp(
            "Where to listen: a socket's path, or a number and a port.",
            valueName: "address"
        ),
        completion: .file()
    )
    var listen: String?
    @Argument(help: ArgumentHelp("The application.", valueName: "bundle"))
    var application: String
    @Argument(
        help: ArgumentHelp("The activity, such as com.example.mail.draft.", valueName: "type")
    )
    var type: String

    func validate() throws {
        guard stream == nil || streamPath == nil else {
            throw ValidationError("--stream and --stream-path exclude each other")
        }
    }

    func run() throws {
        let interruption = try Interruption()
        let application = try BundleIdentifier(application)
        let session = try Session(global)
        let declared = try declared(application, session)
        let content = try OfferedStream(host: stream, device: streamPath, session)
        let others = try OtherDevices(session)
        let announcer = Announcer(others)
        let carry: @Sendable ([UInt8]) -> Void = { _ in announcer.announce() }
        let handoff = try others.handoff([], carry: carry, elsewhere: { nil })
        let offering = Offering(content)
        let activity = try activity(of: handoff.service(for: declared), hasStream: content != nil)
        activity.delegate = offering
        let door = try door(session)
        let leave: @Sendable () -> Void = {
            activity.invalidate()
            announcer.settle(within: .seconds(3))
            door.end()
        }
        interruption.onSignal(leave)
        defer { leave() }
        try announcer.start(handoff)
        let keys = session.keys
        let observation = keys.observe { [weak keys] notice in
            offering.note(notice, of: keys)
        }
        defer { observation.cancel() }
        try activity.becomeCurrent()
        // What becoming current says to nobody.
        _ = try handoff.advertisement()
        try door.open(
            { offering.serve($0, handoff) },
            local: { offering.serveLocal($0, handoff) }
        )
        let id = handoff.currentOffer?.description
        try tell(.offered, id)
        try finish(offering.wait(until: SystemTime.sinceBoot() + expires.duration), id)
    }

    private func declared(
        _ application: BundleIdentifier,
        _ session: Session
    ) throws -> HandoffApplication {
        guard try session.keys.status().isProtectedDataAvailable else {
            throw ToolError(
                .protectedDataUnavailable,
                "an activity is offered while the device is unlocked"
            )
        }
        let installed = try session.identifiers().applications.all()
        guard let found = installed.first(where: { $0.identifier == application }) else {
            throw ProtectionError(
                .notFound,
                "'\(application)' is not installed: install it first",
                cause: ApplicationMissing()
            )
        }
        guard let declared = try HandoffApplication(installed: found) else {
            throw ToolError(
                .invalidArgument,
                "the team of '\(application)' is not known, and only that one's may continue it",
                hint: "'protectctl app install --team ID' says so"
            )
        }
        return declared
    }

    private func activity(of service: HandoffService, hasStream: Bool) throws -> UserActivity {
        let activity = try service.activity(type)
        activity.title = title
        if let userInfo { try activity.setUserInfo(UserInfo.read(userInfo).values) }
        try activity.setWebpageURL(page)
        activity.expirationDate = MachineClock().wallTime().adding(expires.duration)
        activity.supportsContinuationStreams = hasStream
        for note in activity.notes.map(\.sentence).sorted() { global.console.talk("note: \(note)") }
        return activity
    }

    /// The place of the offer, which another process may have until it has heard of this one.
    private func door(_ session: Session) throws -> Door {
        let end = SystemTime.sinceBoot() + .seconds(10)
        while true {
            do { return try Door(.offer, of: session, listeningAt: listen) } catch let error
                as ToolError
            {
                guard error.code == .alreadyExists, SystemTime.sinceBoot() < end else {
                    throw error
                }
            }
            _ = try LocalPlace(.offer, of: session).ask(.withdraw)
            SystemTime.sleep(.milliseconds(20))
        }
    }

    private enum Event: String { case offered, continued, withdrawn }

    private func tell(_ event: Event, _ id: String?) throws {
        let now = MachineClock().wallTime()
        if global.json {
            return try global.console.document(
                Line(event: event.rawValue, id: OrNull(id), at: MomentText.rfc3339(now))
            )
        }
        if event == .offered, let id { try global.console.data(id) }
        let rest = "offered for \(expires.defaultValueDescription)"
        global.console.talk(event == .offered ? rest : event.rawValue)
    }

    private struct Line: Encodable {
        let version = 1
        let event: String
        let id: OrNull<String>
        let at: String
    }

    private func finish(_ ending: Offering.Ending, _ id: String?) throws {
        switch ending {
        case .continued: try tell(.continued, id)
        case .withdrawn: try tell(.withdrawn, id)
        case .locked:
            throw ToolError(
                .protectedDataUnavailable,
                "the device was locked, and offers the activity no longer",
                hint: "offer it again after the unlock"
            )
        case .off: throw ToolError(.deviceOff, "the device was switched off or started anew")
        case .expired: throw ToolError(.expired, "no device has continued the activity in time")
        }
    }
}

extension UserActivity.Note {
    /// What there is to notice, in a sentence.
    var sentence: String {
        switch self {
        case .largeUserInfo(let count):
            "user info has \(count) bytes, and should have at most \(UserActivity.advisedByteCount)"
        case .shortType:
            "another application may well have the same type: three parts, such as com.example.edit, "
                + "tell them apart"
        case .missingKey(let key): "user info lacks the key '\(key)'"
        case .slowSave: "what was saved last came too late, and was not sent"
        }
    }
}
