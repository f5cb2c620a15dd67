import ProtectedStore
import ProtectionModel

/// Why state was not preserved or not restored.
public struct RestorationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What can go wrong; an open set, to which a later version may add.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The word, such as `data-model-object`.
        public let description: String

        /// The call makes no sense with these arguments.
        public static let invalidArgument = Code(description: "invalid-argument")
        /// Two nodes have the same path of restoration identifiers.
        public static let duplicateIdentifier = Code(description: "duplicate-identifier")
        /// A ``DataModelObject`` was to be encoded.
        public static let dataModelObject = Code(description: "data-model-object")
        /// A value cannot be encoded.
        public static let notEncodable = Code(description: "not-encodable")
        /// What was saved under a key is no value of the wanted type.
        public static let notDecodable = Code(description: "not-decodable")
        /// One node has more state than the limits allow.
        public static let stateTooLarge = Code(description: "state-too-large")
        /// The tree has more nodes or levels than the limits allow, or makes too long an archive.
        public static let treeTooLarge = Code(description: "tree-too-large")
        /// The class of the archive cannot be had in the present lock state; nothing is damaged.
        public static let protectedDataUnavailable = Code(
            description: "protected-data-unavailable"
        )
        /// The archive is damaged or no archive at all.
        public static let damagedArchive = Code(description: "damaged-archive")
        /// The archive was made by a newer version of this library or of the store.
        public static let unsupportedVersion = Code(description: "unsupported-version")
        /// A restoration of the archive has begun and is not completed.
        public static let restorationUnderWay = Code(description: "restoration-under-way")
        /// The store failed in another way; the cause says how.
        public static let storeFailure = Code(description: "store-failure")
    }

    /// What went wrong.
    public let code: Code
    /// Subject and facts, without advice; never a value of the state.
    public let message: String
    /// The error of the store or of an encoding.
    public let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Says what the store refused.
    init(_ error: StoreError) {
        let code: Code =
            switch error.code {
            case .protectedDataUnavailable: .protectedDataUnavailable
            case .authenticationFailure: .damagedArchive
            case .unsupportedVersion: .unsupportedVersion
            default: .storeFailure
            }
        self.init(code, error.message, cause: error)
    }

    /// Says what the store refused where it says nothing about the archive.
    init(storeFailure error: StoreError) {
        self.init(.storeFailure, error.message, cause: error)
    }

    /// The sentence to show.
    public var description: String { message }

    /// Equal when the code is.
    public static func == (left: RestorationError, right: RestorationError) -> Bool {
        left.code == right.code
    }
}
