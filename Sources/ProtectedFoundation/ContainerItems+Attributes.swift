import Foundation
import ProtectedStore
import ProtectionModel

extension ContainerItems {
    /// What `attributesOfItem(atPath:)` answers; the class is there for files and folders alike.
    func attributes(_ item: DevicePath, _ path: String) throws -> [FileAttributeKey: Any] {
        let metadata = try metadata(item, path)
        return [
            .type: FileAttributeType(metadata.kind),
            .size: NSNumber(value: metadata.size ?? 0),
            .modificationDate: Date(metadata.modified),
            .creationDate: Date(metadata.created),
            .ownerAccountID: NSNumber(value: metadata.owner),
            .groupOwnerAccountID: NSNumber(value: metadata.group),
            // Whom all of an app's files belong to on iOS.
            .ownerAccountName: "mobile",
            .groupOwnerAccountName: "mobile",
            .systemFileNumber: NSNumber(value: metadata.number),
            .posixPermissions: NSNumber(value: metadata.mode),
            .referenceCount: NSNumber(value: 1),
            .protectionKey: FileProtectionType(metadata.protection),
        ]
    }

    /// Sets permissions, the time of the last change and, at last, the class; other attributes are
    /// ignored.
    ///
    /// Apple's Foundation opens a file to set its class and so fails with the error of a read (257),
    /// and does nothing where the class is there already (swift-foundation,
    /// `FileManager+Utilities.swift`).
    func setAttributes(
        _ attributes: [FileAttributeKey: Any],
        _ item: DevicePath,
        _ path: String
    ) throws {
        let change = AttributeChange(
            mode: Self.number(attributes[.posixPermissions]),
            modified: Self.time(attributes[.modificationDate]),
            created: Self.time(attributes[.creationDate])
        )
        if !change.isEmpty {
            try translating(path, reading: false) {
                try device.files.setAttributes(change, of: item)
            }
        }
        // As Foundation, which ignores a class it does not know.
        guard let protection = ProtectionClass(attributes: attributes) else { return }
        try translating(path, reading: true) {
            let files = try device.files
            guard try files.metadata(of: item).protection != protection else { return }
            try files.setProtection(protection, of: item)
        }
    }

    /// Whether the owner's permissions allow something; keys are not asked about.
    func hasMode(_ bit: UInt32, _ item: DevicePath, _ path: String) -> Bool {
        (try? metadata(item, path)).map { $0.mode & bit != 0 } ?? false
    }

    private static func time(_ value: Any?) -> AttributeChange.Time? {
        (value as? Date).flatMap { Timestamp($0) }.map { .at($0) }
    }

    private static func number(_ value: Any?) -> UInt32? {
        switch value {
        case let number as NSNumber: number.uint32Value
        case let number as any BinaryInteger: UInt32(truncatingIfNeeded: number)
        default: nil
        }
    }
}

extension FileAttributeType {
    fileprivate init(_ kind: FileMetadata.Kind) {
        self =
            switch kind {
            case .file: .typeRegular
            case .directory: .typeDirectory
            case .symbolicLink: .typeSymbolicLink
            case .socket: .typeSocket
            case .characterDevice: .typeCharacterSpecial
            case .blockDevice: .typeBlockSpecial
            case .fifo: .typeUnknown
            }
    }
}

extension Date {
    /// The moment of a file's time.
    init(_ time: Timestamp) {
        self.init(timeIntervalSince1970: Double(time.seconds) + Double(time.nanoseconds) / 1e9)
    }
}

extension Timestamp {
    /// The moment of a date; nil for one that no file can have.
    init?(_ date: Date) {
        let time = date.timeIntervalSince1970
        guard let seconds = Int64(exactly: time.rounded(.down)) else { return nil }
        self.init(
            seconds: seconds,
            nanoseconds: Int64(((time - time.rounded(.down)) * 1e9).rounded(.down))
        )
    }
}
