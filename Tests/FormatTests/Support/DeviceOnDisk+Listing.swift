import ProtectedStore
import ProtectionModel

extension DeviceOnDisk {
    /// What the store itself says about everything, by path.
    func listing() throws -> [ListedFile] {
        try listing(below: .root).sorted { $0.path < $1.path }
    }

    private func listing(below path: DevicePath) throws -> [ListedFile] {
        let metadata = try files.metadata(of: path)
        var listed = ListedFile(path: path.description, type: metadata.kind.rawValue)
        listed.attributes = ListedFile.Attributes(
            metadata,
            try files.extendedAttributes(of: path)
        )
        switch metadata.kind {
        case .file:
            let content = try files.read(path)
            listed.class = metadata.protection.name
            listed.size = content.count
            listed.sha256 = SHA256.hexadecimal(of: content)
        case .directory:
            listed.class = metadata.protection.name
            let inner = try files.names(in: path).flatMap {
                try listing(below: try path.appending($0))
            }
            return [listed] + inner
        case .symbolicLink:
            listed.target = Hexadecimal.encode(try files.linkTargetBytes(of: path))
        case .fifo, .socket, .characterDevice, .blockDevice: break
        }
        return [listed]
    }
}

extension ListedFile.Attributes {
    fileprivate init(_ metadata: FileMetadata, _ extended: ExtendedAttributes) {
        let times = [metadata.accessed, metadata.modified, metadata.changed, metadata.created]
        let hasDevice = metadata.kind == .characterDevice || metadata.kind == .blockDevice
        self.init(
            number: metadata.number,
            mode: metadata.mode,
            owner: metadata.owner,
            group: metadata.group,
            times: times.map { $0.seconds * 1_000_000_000 + $0.nanoseconds },
            extended: Dictionary(
                uniqueKeysWithValues: extended.names.map {
                    (Hexadecimal.encode($0), Hexadecimal.encode(extended[$0] ?? []))
                }
            ),
            device: hasDevice ? metadata.device : nil
        )
    }
}
