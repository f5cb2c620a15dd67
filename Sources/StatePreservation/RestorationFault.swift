package import ProtectionModel

/// What is wrong with a tree of state, or with the moment: the cause of a `ProtectionError`.
///
/// An open set, to which a later version may add.
public struct RestorationFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The word, such as `data-model-object`.
    public let description: String
    /// The code of an error with this cause.
    package let code: ErrorCode

    private init(_ description: String, _ code: ErrorCode = .invalidArgument) {
        self.description = description
        self.code = code
    }

    /// Two nodes have the same path of restoration identifiers.
    public static let duplicateIdentifier = RestorationFault("duplicate-identifier")
    /// A ``DataModelObject`` was to be encoded.
    public static let dataModelObject = RestorationFault("data-model-object")
    /// A value cannot be encoded.
    public static let notEncodable = RestorationFault("not-encodable")
    /// What was saved under a key is not a value of the wanted type.
    public static let notDecodable = RestorationFault("not-decodable")
    /// One node has more state than the limits allow.
    public static let stateTooLarge = RestorationFault("state-too-large")
    /// The tree has more nodes or levels than the limits allow, or makes too long an archive.
    public static let treeTooLarge = RestorationFault("tree-too-large")
    /// A restoration of the archive has begun and is not completed; the code is `busy`.
    public static let restorationUnderWay = RestorationFault("restoration-under-way", .busy)
}

extension ProtectionError {
    /// An error whose cause says more than its code.
    init(fault: RestorationFault, _ message: String) {
        self.init(fault.code, message, cause: fault)
    }

    /// What a store refused of an archive.
    var fault: RestorationFault? { cause as? RestorationFault }
}
