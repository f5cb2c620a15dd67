import ProtectedStore
import ProtectionModel

/// Copies whatever a path leads to within a device, with everything in it and all that it has
/// besides.
struct TreeCopy {
    private let files: FileStore

    init(_ files: FileStore) {
        self.files = files
    }

    /// A folder that is there is merged into.
    func copy(_ source: DevicePath, to target: DevicePath) throws {
        guard source != target, !source.contains(target) else {
            throw ToolError(
                .invalidArgument,
                "'\(source)' cannot be copied into itself",
                path: target.description
            )
        }
        let metadata = try files.metadata(of: source)
        switch metadata.kind {
        case .directory: try copyFolder(metadata, to: target)
        case .file, .symbolicLink: try files.copy(source, to: target, keepingAll: true)
        case .fifo, .socket, .characterDevice, .blockDevice:
            try files.makeSpecial(
                metadata.kind,
                device: metadata.device,
                at: target,
                attributes: try files.attributes(forCopyOf: metadata, true)
            )
        }
    }

    private func copyFolder(_ metadata: FileMetadata, to target: DevicePath) throws {
        let names = try files.names(in: metadata.path)
        if try files.existingKind(target) != .directory {
            let attributes = try files.attributes(forCopyOf: metadata, true)
            try files.makeDirectory(target, as: metadata.protection, attributes: attributes)
        }
        for name in names {
            try copy(metadata.path.appending(name), to: target.appending(name))
        }
        // What was put into it has changed them.
        let times = AttributeChange(
            accessed: .at(metadata.accessed),
            modified: .at(metadata.modified)
        )
        try files.setAttributes(times, of: target)
    }
}
