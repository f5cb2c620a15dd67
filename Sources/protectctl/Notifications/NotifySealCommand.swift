import ArgumentParser
import DeviceIdentifiers
import Documents
import KeyManagement
import ProtectedNotifications
import ProtectionModel
import SodiumCrypto

/// Implements `protectctl notify sender-key`.
struct NotifySenderKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sender-key",
        abstract:
            "Make a server's key pair: the private key in a new file, the public one printed.",
        discussion: """
            The application names the public key with 'notify register --sender'; the server seals with \
            the file, by 'notify seal --sender-key'. Nobody else can read the file: mode 0600.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Argument(
        help: ArgumentHelp("The file to make; one that exists is left alone.", valueName: "file"),
        completion: .file()
    )
    var file: String

    func run() throws {
        let key = Base64URL.encode(try SenderKey.make(file))
        guard global.json else { return try global.console.data(key) }
        try global.console.document(Document(sender: key))
    }

    private struct Document: Encodable {
        let version = 1
        let sender: String
    }
}

/// Implements `protectctl notify seal`.
struct NotifySealCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract:
            "Print a payload that only the application on one device can read; needs no device.",
        discussion: """
            The content is {"title":"…","subtitle":"…","body":"…"}, or a whole payload whose 'aps' and \
            other keys are what the application gets. Outside stands a generic alert. The payload opens \
            only with the same --collapse-id at 'notify push'. A registration that names a sender needs \
            --sender-key, and a --sequence that is higher for each push.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions
    @Option(
        name: .customLong("class"),
        help: ArgumentHelp("The key to seal to: A or C.", valueName: "class")
    )
    var protection = Choice(ProtectionClass.completeUntilFirstUserAuthentication)
    @Option(help: ArgumentHelp("Not shown after so long.", valueName: "duration"))
    var expires: DurationArgument?
    @Option(help: ArgumentHelp("Its number among the sender's.", valueName: "n"))
    var sequence: UInt64?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The sender's own name for it.", valueName: "id")
    )
    var id: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The collapse id that it is sent with.", valueName: "id")
    )
    var collapseId: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What is shown where it cannot be opened.",
            valueName: "text"
        )
    )
    var alert = "Notification"
    @Option(
        help: ArgumentHelp(
            "The file with the sender's private key; '-' is stdin.",
            valueName: "file"
        ),
        completion: .file()
    )
    var senderKey: String?
    @Argument(
        help: ArgumentHelp(
            "What 'notify register' printed; '-' is stdin.",
            valueName: "registration"
        ),
        completion: .file(extensions: ["json"])
    )
    var registration: String
    @Argument(
        help: ArgumentHelp("What to seal; '-' is stdin.", valueName: "content"),
        completion: .file(extensions: ["json"])
    )
    var content: String

    /// More bytes than a registration has.
    private static let registrationLimit = 64 << 10

    func run() throws {
        let headers = try RemotePayload.Headers(collapseID: collapseId)
        try NotificationInput.check(identifier: id ?? "")
        let registration = try NotificationInput.read(
            registration,
            limit: Self.registrationLimit
        ) { try PushRegistration(reading: $0) }
        let content = try NotificationInput.read(
            content,
            limit: headers.pushType.byteLimit
        ) { bytes in
            try Self.checkWords(bytes)
            return try NotificationContent(reading: bytes)
        }
        guard !content.isEmpty else {
            throw ToolError(
                .invalidArgument,
                "the content says nothing: it has no title, subtitle or body",
                path: self.content
            )
        }
        let sealed = try seal(message(content, registration), to: registration, headers)
        let payload = Payload(aps: .init(alert: .init(body: alert)), content: sealed.text)
        let json = try Console.json(payload)
        _ = try RemotePayload(reading: Array(json.utf8), headers)
        try global.console.data(json)
    }

    /// Refuses a content that is not a whole payload, and has a word that none has.
    private static func checkWords(_ json: [UInt8]) throws {
        let known: Set<String> = [
            "title", "title-loc-key", "title-loc-args", "subtitle", "subtitle-loc-key",
            "subtitle-loc-args", "body", "loc-key", "loc-args", "launch-image",
        ]
        // What cannot be read is told of by whoever reads it.
        guard let root = try? TextDocument.parse(json, isJSON: true), root["aps"] == nil,
            let stray = root.entries?.first(where: { !known.contains($0.key) })
        else { return }
        throw ProtectionError(
            .invalidArgument,
            "\(stray.keyLocation): a content has no \(stray.key.quotedForMessage): it has 'title', "
                + "'subtitle' and 'body', or is a whole payload with 'aps'"
        )
    }

    private func message(
        _ content: NotificationContent,
        _ registration: PushRegistration
    ) throws -> PushMessage {
        guard registration.sender == nil || sequence != nil else {
            throw ToolError(
                .invalidArgument,
                "the registration names a sender, whose pushes are numbered: --sequence is missing"
            )
        }
        let now = MachineClock().wallTime()
        return PushMessage(
            content,
            sent: now,
            expires: expires.map { now.adding($0.duration) },
            sequence: sequence ?? 0,
            identifier: id ?? ""
        )
    }

    private func seal(
        _ message: PushMessage,
        to registration: PushRegistration,
        _ headers: RemotePayload.Headers
    ) throws -> SealedPush {
        guard let senderKey else {
            guard registration.sender == nil else {
                throw ToolError(
                    .invalidArgument,
                    "the registration names a sender, whose private key has to seal",
                    hint: "--sender-key names the file that 'protectctl notify sender-key' made"
                )
            }
            return try SealedPush.seal(message, to: registration, as: protection.value, headers)
        }
        return try SealedPush.seal(
            message,
            to: registration,
            as: protection.value,
            headers,
            from: SenderKey.read(senderKey)
        )
    }

    private struct Payload: Encodable {
        struct Alert: Encodable { let body: String }

        struct Aps: Encodable {
            let alert: Alert
            let mutable = 1

            enum CodingKeys: String, CodingKey {
                case alert
                case mutable = "mutable-content"
            }
        }

        let aps: Aps
        let content: String

        enum CodingKeys: String, CodingKey {
            case aps
            case content = "encrypted-content"
        }
    }
}
