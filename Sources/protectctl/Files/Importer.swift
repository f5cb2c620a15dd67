import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization
import SystemIO

/// Puts host files and folders into a device.
final class Importer: Sendable {
    private let files: FileStore
    private let bar: ProgressBar
    private let protection: ProtectionClass?
    private let keepsClass: Bool
    private let appends: Bool
    private let durability: Durability
    /// The device's own folder on the host: put into itself, it would never end.
    private let device: FileIdentity
    private let tally: ImportTally

    /// How often an import starts again when others overtake it.
    private static let attempts = 16

    init(
        files: FileStore,
        console: Console,
        bar: ProgressBar,
        protection: ProtectionClass?,
        keepsClass: Bool,
        appends: Bool,
        durability: Durability,
        device: FileIdentity
    ) {
        self.files = files
        tally = ImportTally(console)
        self.bar = bar
        self.protection = protection
        self.keepsClass = keepsClass
        self.appends = appends
        self.durability = durability
        self.device = device
    }

    /// A folder takes a file under the file's own name.
    func place(of source: String, at target: DevicePath) throws -> DevicePath {
        guard try files.existingKind(target) == .directory else { return target }
        guard source != "-" else {
            throw ToolError(
                .isADirectory,
                "'\(target)' is a folder",
                path: target.description,
                hint: "standard input has no name: add one to the folder's path"
            )
        }
        return try target.appending(Self.name(of: source))
    }

    /// Throws unless all these can go to `target` under their own names.
    func requireFolder(_ target: DevicePath, for sources: some Sequence<String>) throws {
        _ = try files.folder(target, forAll: sources.map(Self.name))
    }

    private static func name(of source: String) -> String {
        HostPath.name(of: HostPath.absolute(source))
    }

    /// Puts one file.
    func putFile(_ source: String, to target: DevicePath) throws {
        bar.begin(target.description)
        let status = source == "-" ? nil : hostStatus(source)
        let stream = source == "-" ? HostStream.standardInput : try open(source)
        let content = HostFileSource(
            stream,
            expectedByteCount: status.flatMap { Int(exactly: $0.size) }
        ) { [bar] in bar.advance(by: $0) }
        if appends {
            return try files.append(content, to: target, as: protection)
        }
        let before = try classBefore(target)
        let after = try files.write(
            content,
            to: target,
            as: keepsClass ? before : protection,
            attributes: try status.map { try attributes(of: source, $0) }
                ?? NewAttributes(mode: 0o600),
            durability: durability
        )
        if let before { tally.noteReplaced(target, before, after) }
    }

    /// Puts files and folders together: durable at the end, not one by one.
    ///
    /// Folders come with everything in them, empty folders and symbolic links too; special files in
    /// them are left out.
    func put(_ sources: [(source: String, target: DevicePath)]) throws {
        // A pipe yields its content once, so it is not put again.
        var streams: Set<DevicePath> = []
        for _ in 0..<Self.attempts {
            let all = FolderImport(
                into: files,
                durability: durability,
                FolderImport.Observer(
                    onNamed: { [tally] in tally.noteNamed($0) },
                    onReplaced: { [tally] in tally.noteReplaced($0, $1, $2) }
                )
            )
            tally.reset()
            do {
                for (source, target) in sources where !streams.contains(target) {
                    if try !put(source, to: target, with: all) { streams.insert(target) }
                }
                return try all.finish()
            } catch let error as ProtectionError where error.cause is FolderImport.Overtaken {
                // Another process puts the same: merged into what it made.
                continue
            } catch {
                // What is whole is put.
                try? all.finish()
                throw error
            }
        }
        throw ProtectionError(.busy, path: sources[0].target)
    }

    /// Puts pipes and devices at once, files and folders together with the rest.
    ///
    /// - Returns: whether it is put together with the rest.
    private func put(
        _ source: String,
        to target: DevicePath,
        with all: FolderImport
    ) throws -> Bool {
        guard HostPath.isFolder(source) else {
            guard let status = hostStatus(source) else {
                try putFile(source, to: target)
                return false
            }
            // The link that the user named is followed.
            let path = HostPath.resolved(source)
            let folder = try HostFolder(HostPath.parent(of: path))
            try add(HostPath.name(of: path), status, of: folder, as: target, to: all)
            return true
        }
        let folder = try HostFolder(source)
        guard try !folder.isInside(device) else {
            throw ToolError(
                .invalidArgument,
                "'\(source)' is the device itself, or a part of it",
                path: source,
                hint: "copy the device on the host, with 'cp -a', after 'protectctl shutdown'"
            )
        }
        try put(folder, to: target, with: all)
        return true
    }

    private func put(
        _ folder: HostFolder,
        to target: DevicePath,
        with all: FolderImport
    ) throws {
        let status = try folder.file.status()
        let attributes = NewAttributes(status, try folder.extendedAttributes())
        try all.beginFolder(target, as: protection, attributes: attributes)
        let system = folder.file.fileSystem
        let names = try folder.names()
        for name in names.other { leaveOut(name, of: folder, "its name is not UTF-8") }
        for name in names.text {
            let child = try folder.reading(name) { () throws(SystemError) in
                try system.status(of: name, in: folder.file.descriptor)
            }
            switch child.kind {
            case .file: try add(name, child, of: folder, as: try target.appending(name), to: all)
            case .directory:
                let inner = try folder.reading(name) { () throws(SystemError) in
                    try folder.folder(name)
                }
                if child.identity == device {
                    leaveOut(name, of: folder, "it is the device itself")
                } else {
                    try put(inner, to: try target.appending(name), with: all)
                }
            case .symbolicLink: try addLink(name, child, of: folder, to: target, with: all)
            case .other: leaveOut(name, of: folder, "neither a file nor a folder")
            }
        }
        try all.endFolder(target)
    }

    private func add(
        _ name: String,
        _ status: FileStatus,
        of folder: HostFolder,
        as target: DevicePath,
        to all: FolderImport
    ) throws {
        guard let parent = target.parent, let targetName = target.name else {
            throw ProtectionError(.isADirectory, path: target)
        }
        let content = NewContent(
            name: targetName,
            source: HostFolderFile(
                name,
                in: folder,
                expectedByteCount: Int(exactly: status.size),
                onBegin: { [bar, tally] in
                    tally.noteBegun(target)
                    bar.begin(target.description)
                },
                onProgress: { [bar] in bar.advance(by: $0, ends: $1) }
            ),
            protection: protection,
            keepsClass: keepsClass,
            attributes: NewAttributes(status, try folder.extendedAttributes(of: name))
        )
        try all.add(content, to: parent)
    }

    /// A link stays one, wherever it leads.
    private func addLink(
        _ name: String,
        _ status: FileStatus,
        of folder: HostFolder,
        to target: DevicePath,
        with all: FolderImport
    ) throws {
        let link = try folder.reading(name) { () throws(SystemError) in
            try folder.file.linkTarget(name)
        }
        try all.addLink(to: link, name, attributes: NewAttributes(status), to: target)
    }

    private func leaveOut(_ name: String, of folder: HostFolder, _ reason: String) {
        tally.leaveOut("\(folder.path)/\(name)", reason)
    }

    /// Names what was not followed, and what is weaker now.
    func reportOddities() {
        bar.end()
        tally.reportOddities()
    }

    /// Says how many of several files are in the device, and after a signal where it stopped.
    func reportStop(isInterrupted: Bool) {
        bar.end(isFinal: true)
        tally.reportOddities()
        tally.reportStop(isInterrupted: isInterrupted)
    }

    /// The class of the file that is to be replaced; nil when there is none, or none can be read
    /// from a damaged one, whose replacement is what the user came for.
    private func classBefore(_ path: DevicePath) throws -> ProtectionClass? {
        do {
            return try files.existing(path)?.protection
        } catch let error as ProtectionError
            where error.code == .authenticationFailure && !keepsClass
        {
            return nil
        }
    }

    private func open(_ source: String) throws -> HostStream {
        do {
            return try HostStream.source(source)
        } catch {
            let isMissing = ErrorCode(error) == .notFound
            throw ToolError(
                ErrorCode(error),
                "cannot read '\(source)': \(error.errno)",
                path: source,
                hint: isMissing ? "'put' takes files of the host: look for it with 'ls'" : nil
            )
        }
    }

    private func attributes(of source: String, _ status: FileStatus) throws -> NewAttributes {
        let path = HostPath.resolved(source)
        let folder = try HostFolder(HostPath.parent(of: path))
        return NewAttributes(
            status,
            try folder.extendedAttributes(of: HostPath.name(of: path))
        )
    }

    /// Mode and time of a file; nil for a pipe or device, which has none of its own, and for what
    /// does not exist: opening it says so better.
    private func hostStatus(_ source: String) -> FileStatus? {
        let path = HostPath.resolved(source)
        let folder = try? OwnedFile(
            HostPath.parent(of: path),
            in: nil,
            .directory,
            on: PosixFileSystem()
        )
        guard let folder,
            let status = try? folder.fileSystem.status(
                of: HostPath.name(of: path),
                in: folder.descriptor
            )
        else { return nil }
        return status.kind == .file ? status : nil
    }
}

extension NewAttributes {
    /// Those of a file, folder or link of the host.
    fileprivate init(
        _ status: FileStatus,
        _ extended: ExtendedAttributes = ExtendedAttributes()
    ) {
        self.init(
            mode: status.permissions,
            owner: FileOwner(user: status.owner, group: status.group),
            accessed: status.accessed,
            modified: status.modified,
            extended: extended
        )
    }
}
