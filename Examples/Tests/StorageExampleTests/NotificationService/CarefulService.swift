import Foundation
import Preferences
import ProtectedFoundation
import ProtectedNotifications
import Synchronization

/// The same, mended: a key that cannot be read is kept, and whoever answers takes the handler.
final class CarefulService: ServiceExtension {
    private let fileManager: FileManager
    private let keyURL: URL
    private let handler = Mutex<(@Sendable (NotificationContent) -> Void)?>(nil)

    init(fileManager: FileManager, folder: URL) {
        self.fileManager = fileManager
        keyURL = folder.appendingPathComponent("push.key")
    }

    func didReceive(
        _ request: NotificationRequest,
        answer: @escaping @Sendable (NotificationContent) -> Void
    ) {
        handler.withLock { $0 = answer }
        guard let key = fileManager.contents(atPath: keyURL.path)?.first else {
            return finish("You have a new message")
        }
        finish(SealedText(request).opened(with: key))
    }

    func timeWillExpire() { finish("You have a new message") }

    /// Answers, once: `timeWillExpire` comes on another thread, while the other one may be reading.
    private func finish(_ body: String) {
        let answer = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        answer?(NotificationContent(title: "Ann", body: body))
    }
}

/// What is sealed in a push; a real app would call a library for it.
struct SealedText {
    private let base64: String

    init(_ request: NotificationRequest) {
        guard case .string(let text) = request.content.userInfo["encrypted-content"] else {
            base64 = ""
            return
        }
        base64 = text
    }

    func opened(with key: UInt8) -> String {
        String(decoding: (Data(base64Encoded: base64) ?? Data()).map { $0 ^ key }, as: UTF8.self)
    }
}
