public import Foundation
import ProtectionModel

/// The kind of an attachment, as a text: a uniform type identifier.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"
/// Whether the attachment's small picture is hidden.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"
/// The part of the attachment that is its small picture.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
/// The moment of the attachment that is its small picture.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
    "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A file that is shown with a notification.
open class UNNotificationAttachment: NSObject, NSCopying, @unchecked Sendable {
    // None of it changes.
    private let values: (identifier: String, url: URL, type: String)

    /// Unique in the notification.
    open var identifier: String { values.identifier }
    /// Where the file lies.
    open var url: URL { values.url }
    /// Its uniform type identifier.
    open var type: String { values.type }

    /// Uniform type identifiers by the ends of names: what Apple's documentation lists as supported.
    private static let types = [
        "aif": "public.aiff-audio", "aiff": "public.aiff-audio", "avi": "public.avi",
        "gif": "com.compuserve.gif", "jpeg": "public.jpeg", "jpg": "public.jpeg",
        "m4a": "public.mpeg-4-audio", "mov": "com.apple.quicktime-movie", "mp3": "public.mp3",
        "mp4": "public.mpeg-4", "mpeg": "public.mpeg", "mpg": "public.mpeg", "png": "public.png",
        "wav": "com.microsoft.waveform-audio",
    ]

    init(_ identifier: String, _ url: URL, type: String) {
        values = (identifier, url, type)
        super.init()
    }

    /// Names a file; an empty identifier stands for one that is made.
    ///
    /// Whether the file is there is seen when it is shown: it lies on a device.
    ///
    /// - Throws: ``UNError`` with `attachmentInvalidURL` for what is not the URL of a file, and
    ///   `attachmentUnrecognizedType` where neither its name nor the options tell its kind.
    public convenience init(
        identifier: String,
        url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        guard url.isFileURL else { throw UNError(.attachmentInvalidURL) }
        let hint = options?[UNNotificationAttachmentOptionsTypeHintKey] as? String
        guard let type = hint ?? Self.types[url.pathExtension.lowercased()] else {
            throw UNError(.attachmentUnrecognizedType)
        }
        self.init(identifier.isEmpty ? UUID().uuidString : identifier, url, type: type)
    }

    /// The attachment of a file on a device, whatever its kind.
    convenience init(_ identifier: String, _ path: DevicePath) {
        let url = URL(fileURLWithPath: path.description)
        let type = Self.types[url.pathExtension.lowercased()]
        self.init(identifier, url, type: type ?? "public.data")
    }

    /// Itself: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both name the same file by the same identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationAttachment).map { $0.values == values } ?? false
    }

    /// The same for objects that are equal.
    open override var hash: Int { identifier.hashValue }
}
