public import Foundation
public import ProtectionModel

extension FileProtectionType {
    /// The name of a class in Foundation.
    public init(_ protection: ProtectionClass) {
        self =
            switch protection {
            case .none: .none
            case .complete: .complete
            case .completeUnlessOpen: .completeUnlessOpen
            case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
            case .completeWhenUserInactive: .completeWhenUserInactive
            }
    }

    #if !canImport(Darwin)
    /// The file can be read from the first unlock until the user has been inactive for a while.
    ///
    /// Foundation on Linux calls this constant `inactive`. (Apple,
    /// `FileProtectionType.completeWhenUserInactive`.)
    public static let completeWhenUserInactive = FileProtectionType(
        rawValue: "NSFileProtectionCompleteWhenUserInactive"
    )
    #endif
}

extension ProtectionClass {
    /// The class of a constant of Foundation; nil for another text.
    ///
    /// Knows the two older names that Foundation still takes, `NSFileProtectionWriteOnly` for
    /// `completeUnlessOpen` and `NSFileProtectionCompleteUntilUserAuthentication`
    /// (swift-foundation, `FileManager+Files.swift`).
    public init?(_ type: FileProtectionType) {
        // Our own short names mean nothing to Foundation.
        guard type.rawValue.hasPrefix("NSFileProtection") else { return nil }
        self.init(named: type.rawValue)
    }

    /// The class that a dictionary of attributes asks for, as a constant or as its text; nil for none.
    init?(attributes: [FileAttributeKey: Any]?) {
        switch attributes?[.protectionKey] {
        case let type as FileProtectionType: self.init(type)
        case let text as String: self.init(FileProtectionType(rawValue: text))
        default: return nil
        }
    }
}
