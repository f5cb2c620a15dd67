import ProtectedStore
import ProtectionModel

/// Files that are shown along with a notification.
extension DeviceNotifications {
    /// What an attachment can be, by its first bytes, and how large
    /// (Apple, UNNotificationAttachment, "Supported file types").
    private enum Kind {
        case audio, image, movie

        var byteLimit: UInt64 {
            switch self {
            case .audio: 5_000_000
            case .image: 10_000_000
            case .movie: 50_000_000
            }
        }

        init?(_ bytes: [UInt8]) {
            func has(_ text: String, at offset: Int = 0) -> Bool {
                bytes.dropFirst(offset).starts(with: text.utf8)
            }
            if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || has("GIF8") || has("PNG", at: 1) {
                self = .image
            } else if has("FORM") && has("AIF", at: 8) || has("RIFF") && has("WAVE", at: 8)
                || has("ID3") || bytes.starts(with: [0xFF, 0xFB]) || has("ftypM4A", at: 4)
            {
                self = .audio
            } else if has("ftyp", at: 4) || bytes.starts(with: [0, 0, 1, 0xBA])
                || bytes.starts(with: [0, 0, 1, 0xB3]) || has("RIFF") && has("AVI ", at: 8)
            {
                self = .movie
            } else {
                return nil
            }
        }
    }

    /// - Throws: `ProtectionError` with `invalid-argument` for anything but a picture, sound or film on the
    ///   device, `limit-exceeded` for one that is too large, `protected-data-unavailable` for one that is locked.
    func check(_ attachments: [NotificationContent.Attachment]) throws(ProtectionError) {
        guard !attachments.isEmpty else { return }
        guard Set(attachments.map(\.identifier)).count == attachments.count else {
            throw ProtectionError(.invalidArgument, "two attachments have one identifier")
        }
        try ProtectionError.wrapping {
            let files = try files()
            for attachment in attachments { try Self.check(attachment.path, files) }
        }
    }

    /// Whether an attachment of a service extension's is one, as far as that can be seen while it is locked.
    func isPossible(_ attachment: NotificationContent.Attachment) -> Bool {
        do throws(ProtectionError) {
            try check([attachment])
            return true
        } catch { return error.code == .protectedDataUnavailable }
    }

    private static func check(_ path: DevicePath, _ files: FileStore) throws {
        let file: ProtectedFile
        do { file = try files.open(path, .read) } catch {
            guard [.notFound, .isADirectory, .notADirectory].contains(error.code) else {
                throw error
            }
            throw ProtectionError(
                .invalidArgument,
                "the attachment '\(path)' is not a file of the device",
                path: path
            )
        }
        defer { try? file.close() }
        guard let kind = Kind(try file.read(at: 0, count: 16)) else {
            throw ProtectionError(
                .invalidArgument,
                "the attachment '\(path)' is neither a picture nor a sound nor a film",
                path: path
            )
        }
        let size = try file.size
        guard size <= kind.byteLimit else {
            throw ProtectionError(
                .limitExceeded,
                "the attachment '\(path)' has \(size) bytes; \(kind.byteLimit) are the most",
                path: path
            )
        }
    }
}
