import Foundation
import Preferences
import ProtectedFoundation
import ProtectedNotifications

/// Opens what a push brings under a key that lies in a file.
///
/// **It has two bugs.** The field reports: wire-ios 100, where the extension made a key that it could not read anew; and
/// those of all extensions whose pushes stay "Encrypted" now and then, because nothing answers when the time is up.
final class CarelessService: ServiceExtension {
    private let fileManager: FileManager
    private let keyURL: URL

    init(fileManager: FileManager, folder: URL) {
        self.fileManager = fileManager
        keyURL = folder.appendingPathComponent("push.key")
    }

    /// The key, made anew at the first push.
    private func key() throws -> UInt8 {
        // A bug: "cannot be read" is taken for "is not there".
        if let data = fileManager.contents(atPath: keyURL.path), let key = data.first { return key }
        let key = UInt8.random(in: 1 ... .max)
        try fileManager.write(
            Data([key]),
            to: keyURL,
            options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
        )
        return key
    }

    func didReceive(
        _ request: NotificationRequest,
        answer: @escaping @Sendable (NotificationContent) -> Void
    ) {
        guard let key = try? key() else { return answer(request.content) }
        answer(NotificationContent(title: "Ann", body: SealedText(request).opened(with: key)))
    }

    func timeWillExpire() {
        // A bug: whoever is still reading answers too late.
    }
}
