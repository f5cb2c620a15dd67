package import ProtectionModel

/// The number by which the platform's interface says why it refuses, as the cause of an error.
package struct KeychainRefusal: Error, Sendable, Hashable {
    package let status: Int32

    // Apple, `SecBase.h`.
    package static let unimplemented: Int32 = -4
    package static let parameter: Int32 = -50
    package static let diskFull: Int32 = -34
    package static let inputOutput: Int32 = -36
    package static let internalComponent: Int32 = -2_070
    package static let notAvailable: Int32 = -25_291
    package static let authenticationFailed: Int32 = -25_293
    package static let duplicateItem: Int32 = -25_299
    package static let itemNotFound: Int32 = -25_300
    package static let noSuchAttribute: Int32 = -25_303
    package static let noSuchClass: Int32 = -25_306
    package static let interactionNotAllowed: Int32 = -25_308
    package static let decode: Int32 = -26_275
    package static let missingEntitlement: Int32 = -34_018
}

extension ProtectionError {
    /// A refusal with a number of its own.
    init(keychain status: Int32, _ code: ErrorCode, _ message: String) {
        self.init(code, message, cause: KeychainRefusal(status: status))
    }

    /// A dictionary that says what no call takes.
    static func parameter(_ message: String) -> ProtectionError {
        ProtectionError(keychain: KeychainRefusal.parameter, .invalidArgument, message)
    }

    static let itemNotFound = ProtectionError(
        keychain: KeychainRefusal.itemNotFound,
        .notFound,
        "no keychain item matches"
    )

    static func duplicateItem(_ item: KeychainItem) -> ProtectionError {
        ProtectionError(
            keychain: KeychainRefusal.duplicateItem,
            .alreadyExists,
            "\(item.itemClass.subject(item.attributes)) exists already"
        )
    }

    static func missingEntitlement(_ group: String) -> ProtectionError {
        ProtectionError(
            keychain: KeychainRefusal.missingEntitlement,
            .permissionDenied,
            "the application is not entitled to the access group '\(group)'"
        )
    }

    static let needsPerson = ProtectionError(
        keychain: KeychainRefusal.interactionNotAllowed,
        .permissionDenied,
        "a person would have to be asked, and there is nobody"
    )

    /// What the platform's interface returns for this failure.
    package var keychainStatus: Int32 {
        if let refusal = cause as? KeychainRefusal { return refusal.status }
        return switch code.kind {
        case .protectedDataUnavailable: KeychainRefusal.interactionNotAllowed
        case .authenticationFailure, .unsupportedVersion: KeychainRefusal.decode
        case .notFound: KeychainRefusal.itemNotFound
        case .alreadyExists: KeychainRefusal.duplicateItem
        case .invalidArgument: KeychainRefusal.parameter
        case .noSpace: KeychainRefusal.diskFull
        case .inputOutput, .permissionDenied: KeychainRefusal.inputOutput
        case .deviceOff, .deviceErased, .deviceNotFound, .deviceKeyMissing, .agentUnreachable,
            .busy, .timedOut:
            KeychainRefusal.notAvailable
        default: KeychainRefusal.internalComponent
        }
    }
}
