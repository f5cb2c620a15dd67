public import Foundation
import ProtectionModel

/// Where errors of notifications come from.
public let UNErrorDomain = "UNErrorDomain"

/// Why a call failed.
public struct UNError: CustomNSError, LocalizedError, Hashable, Sendable {
    /// Apple's numbers.
    public enum Code: Int, Sendable {
        /// The user did not allow notifications.
        case notificationsNotAllowed = 1
        case attachmentInvalidURL = 100
        case attachmentUnrecognizedType
        case attachmentInvalidFileSize
        case attachmentNotInDataStore
        case attachmentMoveIntoDataStoreFailed
        case attachmentCorrupt
        /// The time never comes.
        case notificationInvalidNoDate = 1400
        /// There is nothing to show.
        case notificationInvalidNoContent
        case contentProvidingObjectNotAllowed = 1500
        case contentProvidingInvalid
        /// A badge is 0 or more.
        case badgeInputInvalid = 1600

        /// Whether an error has this code, for `catch`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? UNError)?.code == code
        }
    }

    /// `UNErrorDomain`.
    public static var errorDomain: String { UNErrorDomain }
    /// The user did not allow notifications.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// The attachment's address is not a file's.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// The attachment's kind is not known.
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    /// The attachment is too large.
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    /// The attachment is not there any more.
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    /// The attachment could not be taken.
    public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
    /// The attachment is damaged.
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    /// The time never comes.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// There is nothing to show.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// The provider is not one of the system's.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// The provider lacks something.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// A badge is 0 or more.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }

    /// Which.
    public let code: Code
    /// The sentence of what lies beneath; nil without.
    public let errorDescription: String?

    /// Names a failure, as `throw UNError(.notificationsNotAllowed)` does.
    public init(_ code: Code) {
        self.code = code
        errorDescription = nil
    }

    init(_ code: Code, _ error: ProtectionError) {
        self.code = code
        errorDescription = error.message
    }

    /// Apple's number.
    public var errorCode: Int { code.rawValue }
    /// The sentence, for those who know the error as an `NSError`.
    public var errorUserInfo: [String: Any] {
        errorDescription.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
    }
}

extension ProtectionError {
    /// The error that code written for Apple's module knows; itself where there is none.
    var asApps: any Error {
        code == .notAuthorized ? UNError(.notificationsNotAllowed, self) : self
    }
}
