import Foundation
import Preferences
import ProtectedKeychain
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

/// A service extension of a few closures.
final class ExampleService: ServiceExtension {
    typealias Answer = @Sendable (NotificationContent) -> Void

    private let receive: @Sendable (NotificationRequest, @escaping Answer) throws -> Void
    private let expire: @Sendable () -> Void

    init(
        _ receive: @escaping @Sendable (NotificationRequest, @escaping Answer) throws -> Void,
        expire: @escaping @Sendable () -> Void = {}
    ) {
        self.receive = receive
        self.expire = expire
    }

    func didReceive(_ request: NotificationRequest, answer: @escaping Answer) {
        // Who throws never answers.
        try? receive(request, answer)
    }

    func timeWillExpire() { expire() }
}

/// An app for messages: a key and messages on files, a token in the keychain.
struct ExampleApp {
    static let secret = "Meet me at the harbour"
    static let fallback = "You have a new message"
    static let key: DevicePath = "/Documents/key"
    static let account = "ann"

    let device: TestDevice

    /// A push with a sealed part, for the key 42.
    static func payload(_ secret: String = secret, alert: String? = nil) throws -> RemotePayload {
        let sealed = Data(secret.utf8.map { $0 ^ 42 }).base64EncodedString()
        let json = """
            {"aps":{"alert":{"title":"Chat","body":"\(alert ?? "Encrypted")"},"mutable-content":1},
            "encrypted-content":"\(sealed)"}
            """
        return try RemotePayload(reading: Array(json.utf8), RemotePayload.Headers())
    }

    func install(keyClass: ProtectionClass = .completeUntilFirstUserAuthentication) throws {
        try device.files.write([42], to: Self.key, as: keyClass)
        try device.files.makeDirectory("/Documents/messages")
    }

    static func token(_ call: (CFDictionary) -> OSStatus, _ more: [String: Any] = [:]) -> OSStatus {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account,
        ]
        return call(query.merging(more) { $1 } as CFDictionary)
    }

    static func sealed(_ request: NotificationRequest) -> String {
        guard case .string(let text) = request.content.userInfo["encrypted-content"] else {
            return ""
        }
        return text
    }

    func open(_ request: NotificationRequest) throws -> NotificationContent {
        let key = try device.files.read(Self.key)[0]
        let bytes = [UInt8](Data(base64Encoded: Self.sealed(request)) ?? Data()).map { $0 ^ key }
        return NotificationContent(title: "Ann", body: String(decoding: bytes, as: UTF8.self))
    }

    /// A file for each, so that nothing has to be read to add one.
    func store(
        _ content: NotificationContent,
        _ request: NotificationRequest,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication
    ) throws {
        try device.files.write(
            Array(content.body.utf8),
            to: "/Documents/messages" / request.identifier,
            as: protection
        )
    }

    var messages: [String] {
        get throws {
            let folder: DevicePath = "/Documents/messages"
            return try device.files.names(in: folder).map {
                String(decoding: try device.files.read(folder / $0), as: UTF8.self)
            }
        }
    }

    // MARK: An extension as it should be

    /// Takes a handler once.
    final class Handler: Sendable {
        private let answer = Mutex<ExampleService.Answer?>(nil)

        func keep(_ answer: @escaping ExampleService.Answer) {
            self.answer.withLock { $0 = answer }
        }

        func answer(_ content: NotificationContent) {
            let answer = answer.withLock { answer in
                defer { answer = nil }
                return answer
            }
            answer?(content)
        }
    }

    func careful() -> ExampleService {
        let handler = Handler()
        let fallback = NotificationContent(title: "Chat", body: Self.fallback)
        return ExampleService { request, answer in
            handler.keep(answer)
            do {
                let content = try open(request)
                try store(content, request)
                handler.answer(content)
            } catch { handler.answer(fallback) }
        } expire: {
            handler.answer(fallback)
        }
    }
}
