import ArgumentParser
import Documents
import Handoff
import KeyAgent
import ProtectedStore
import ProtectionModel
import SystemIO

/// Implements `protectctl handoff continue`.
struct HandoffContinueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "continue",
        abstract: "Take an activity of another device over, once, and print it.",
        discussion: """
            The device has to be unlocked. A file that cannot be written leaves the offer as it is. After \
            that it is printed and taken, also where its stream breaks off, or was protected more strongly \
            than --class; then no file of the host is left, and of one of the device what came before.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        help: ArgumentHelp(
            "Write the user info there, as a binary property list.",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?
    @Option(
        help: ArgumentHelp(
            "Write what comes with it to a file of the host; '-' is stdout.",
            valueName: "file"
        ),
        completion: .file()
    )
    var receiveStream: String?
    @Option(
        help: ArgumentHelp(
            "Write that to a new file of the device, protected as it was.",
            valueName: "path"
        )
    )
    var receivePath: String?
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp("Protect that file more strongly.", valueName: "class")
    )
    var protection: Choice<ProtectionClass>?
    @Option(
        help: ArgumentHelp(
            "A site's association file, by which an application continues its pages.",
            valueName: "host=file"
        ),
        completion: .file()
    )
    var site: [SiteFile] = []
    @Argument(help: "What 'handoff list' calls the offer, or the beginning of it.")
    var id: String

    func validate() throws {
        guard receiveStream == nil || receivePath == nil else {
            throw ValidationError("--receive-stream and --receive-path exclude each other")
        }
        guard output != "-" || receiveStream != "-" else {
            throw ValidationError("--output and --receive-stream cannot both go to stdout")
        }
        guard protection == nil || receivePath != nil else {
            throw ValidationError("--class goes with --receive-path")
        }
    }

    func run() throws {
        let interruption = try Interruption()
        let session = try Session(global)
        let others = try OtherDevices(session)
        let handoff = try session.handoff(others)
        for site in site { try site.add(to: handoff, global.console) }
        let offer = try offer(handoff, others)
        let path = try receivePath.map { try DevicePath(typed: $0) }
        try checkStream(of: offer)
        try path.map { try checkFree($0, session.files) }
        let target = try receiveStream.map(ReceivedFile.init)
        interruption.onSignal { target?.discard() }
        do {
            let continued = try handoff.continueActivity(offer.id) { activity in
                try write(activity.activity)
            }
            defer { continued.close() }
            // It is taken, whatever becomes of its stream.
            try print(continued, offer)
            if let target {
                try target.receive(try continued.streams())
            } else if let path {
                try continued.streams().receive(to: path, of: session.files, as: protection?.value)
            }
        } catch {
            target?.discard()
            throw error
        }
    }

    /// A stream that nobody receives would be lost with the offer.
    private func checkStream(of offer: HandoffOffer) throws {
        let isReceived = receiveStream != nil || receivePath != nil
        guard isReceived != offer.supportsContinuationStreams else { return }
        throw isReceived
            ? ToolError(.invalidArgument, "no stream comes with the activity")
            : ToolError(
                .invalidArgument,
                "a stream comes with the activity, and nothing receives it",
                hint:
                    "--receive-stream FILE or --receive-path PATH does; --receive-stream /dev/null "
                    + "goes without"
            )
    }

    /// Before the activity is taken, since its sender ends then.
    private func checkFree(_ path: DevicePath, _ files: FileStore) throws {
        do throws(ProtectionError) { _ = try files.metadata(of: path) } catch {
            guard error.code == .notFound else { throw error }
            if let parent = path.parent { _ = try files.metadata(of: parent) }
            return
        }
        throw ProtectionError(.alreadyExists, "'\(path)' exists", path: path)
    }

    /// The offer that a user names; other devices are asked where it is not known.
    private func offer(_ handoff: DeviceHandoff, _ others: OtherDevices) throws -> HandoffOffer {
        if let known = try match(handoff.offers()) { return known }
        try others.meet(handoff, global.console)
        guard let found = try match(handoff.offers()) else {
            throw ToolError(
                .expired,
                "no device offers '\(id)': it has expired, or was withdrawn",
                hint: "'protectctl handoff list' lists what is offered"
            )
        }
        return found
    }

    private func match(_ offers: [HandoffOffer]) throws -> HandoffOffer? {
        let wanted = id.lowercased()
        let found = offers.filter {
            let name = $0.id.description
            return name == wanted || wanted.count >= 4 && name.hasPrefix(wanted)
        }
        guard found.count < 2 else {
            throw ToolError(.invalidArgument, "'\(id)' could be each of \(found.count) offers")
        }
        return found.first
    }

    private func write(_ activity: UserActivity) throws {
        guard let output else { return }
        let target = try ReceivedFile(output)
        do {
            try target.write(UserInfo.propertyList(activity.userInfo))
            try target.finish()
        } catch {
            target.discard()
            throw error
        }
    }

    private func print(_ continued: ContinuedActivity, _ offer: HandoffOffer) throws {
        if continued.hasMalformedAssociations {
            global.console.talk(
                "note: the site's file is malformed, so no application has the page"
            )
        }
        // What is on standard output already is all that there is to be.
        let isTaken = [output, receiveStream].contains("-")
        let document = ContinuedDocument(continued, offer)
        if global.json {
            if !isTaken { try global.console.document(document) }
        } else if !isTaken {
            for line in document.lines { try global.console.data(global.console.shown(line)) }
        }
    }
}

/// A site's file, by which an application continues its pages.
struct SiteFile: ExpressibleByArgument {
    private let host: String
    private let file: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        host = String(argument[..<equals])
        file = String(argument[argument.index(after: equals)...])
        guard !host.isEmpty, !file.isEmpty else { return nil }
    }

    /// A malformed file is told, and then no application has pages of the site.
    func add(to handoff: DeviceHandoff, _ console: Console) throws {
        let bytes = try HostInput.bytes(of: file, limit: 1 << 20)
        do throws(ProtectionError) { try handoff.setAssociations(bytes, of: host) } catch {
            console.talk("note: '\(file)': \(error.message)")
        }
    }
}

/// A continued activity as output.
private struct ContinuedDocument: Encodable {
    let version = 1
    let id: String
    let device: DeviceReference
    let opener: String
    let app: OrNull<String>
    let type: String
    let title: OrNull<String>
    let page: OrNull<String>
    let userInfo: [String: UserInfoDocument]
    private let values: [String: ActivityValue]

    private enum CodingKeys: String, CodingKey {
        case version, id, device, opener, app, type, title, page, userInfo
    }

    init(_ continued: ContinuedActivity, _ offer: HandoffOffer) {
        let activity = continued.activity
        id = offer.id.description
        device = DeviceReference(continued.device)
        switch continued.opener {
        case .application(let application): (opener, app) = ("app", OrNull("\(application)"))
        case .browser: (opener, app) = ("browser", OrNull(nil))
        }
        type = activity.activityType
        title = OrNull(activity.title)
        page = OrNull(activity.webpageURL)
        values = activity.userInfo
        userInfo = values.mapValues(UserInfoDocument.init)
    }

    /// For people.
    var lines: [String] {
        var table = Table([.left, .left])
        table.add(["device", device.name.printable])
        table.add(["opened by", app.value ?? "a browser"])
        table.add(["type", type.printable])
        if let title = title.value { table.add(["title", title.printable]) }
        if let page = page.value { table.add(["page", page.printable]) }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            let text = UserInfo.preference(value).map(ValueText.text) ?? ""
            table.add(["· \(key)".printable, text.printable])
        }
        return table.lines()
    }
}
