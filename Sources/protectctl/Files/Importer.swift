import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization
import SystemIO

/// Puts host files and folders into a device.
final class Importer: Sendable {
    private let files: FileStore
    private let console: Console
    private let bar: ProgressBar
    private let protection: ProtectionClass?
    private let keepsClass: Bool
    private let appends: Bool
    private let durability: Durability
    /// The device's own folder on the host: put into itself, it would never end.
    private let device: FileIdentity
    private let skipped = Mutex<[(path: String, reason: String)]>([])

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
        self.console = console
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
                hint: "standard input has no name: give one behind the folder's"
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
        try files.write(
            content,
            to: target,
            as: keepsClass ? before : protection,
            mode: status.map { $0.permissions & 0o777 } ?? 0o600,
            modified: status?.modified,
            durability: durability
        )
        if let before { try warnIfWeaker(target, than: before) }
    }

    /// Puts everything in a folder, empty folders too; links and special files are left out.
    func putFolder(_ source: String, to target: DevicePath) throws {
        let folder = try HostFolder(source)
        guard try !folder.isInside(device) else {
            throw ToolError(
                .invalidArgument,
                "'\(source)' is the device itself, or a part of it",
                path: source,
                hint: "copy the device on the host, with 'cp -a', after 'protectctl shutdown'"
            )
        }
        try putFolder(folder, to: target)
    }

    /// Names what was not followed.
    func reportSkipped() {
        for (path, reason) in skipped.withLock({ $0 }) {
            console.talk("left out '\(path)': \(reason)")
        }
    }

    private func putFolder(_ folder: HostFolder, to target: DevicePath) throws {
        let status = try folder.file.status()
        try makeFolder(target, mode: status.permissions & 0o777)
        let system = folder.file.fileSystem
        var batch = ImportBatch()
        let names = try folder.names()
        for name in names.other { leaveOut(name, of: folder, "its name is not UTF-8") }
        for name in names.text {
            let child = try folder.reading(name) { () throws(SystemError) in
                try system.status(of: name, in: folder.file.descriptor)
            }
            switch child.kind {
            case .file:
                batch.add(name, child)
                if batch.isFull { try put(batch.take(), of: folder, to: target) }
            case .directory:
                let inner = try folder.reading(name) { () throws(SystemError) in
                    try folder.folder(name)
                }
                if child.identity == device {
                    leaveOut(name, of: folder, "it is the device itself")
                } else {
                    try putFolder(inner, to: try target.appending(name))
                }
            case .symbolicLink: leaveOut(name, of: folder, "symbolic links are not followed")
            case .other: leaveOut(name, of: folder, "neither a file nor a folder")
            }
        }
        try put(batch.take(), of: folder, to: target)
        // Last, because putting the children changed it.
        try files.setModified(status.modified, of: target)
    }

    private func leaveOut(_ name: String, of folder: HostFolder, _ reason: String) {
        skipped.withLock { $0.append(("\(folder.path)/\(name)", reason)) }
    }

    /// Puts some files of a folder, with their keys asked for at once.
    private func put(
        _ batch: [(name: String, status: FileStatus)],
        of folder: HostFolder,
        to target: DevicePath
    ) throws {
        guard !batch.isEmpty else { return }
        var replaced: [(DevicePath, ProtectionClass)] = []
        let contents = try batch.map { name, status in
            let path = try target.appending(name)
            let before = try classBefore(path)
            if let before { replaced.append((path, before)) }
            return NewContent(
                name: name,
                source: HostFolderFile(
                    name,
                    in: folder,
                    expectedByteCount: Int(exactly: status.size)
                ) { [bar] count in
                    bar.begin(path.description)
                    bar.advance(by: count)
                },
                protection: keepsClass ? before : protection,
                mode: status.permissions & 0o777,
                modified: status.modified
            )
        }
        try files.write(contents, in: target, durability: durability)
        for (path, before) in replaced { try warnIfWeaker(path, than: before) }
    }

    /// The class of the file that is to be replaced; nil when there is none, or none can be read
    /// from a damaged one, whose replacement is what the user came for.
    private func classBefore(_ path: DevicePath) throws -> ProtectionClass? {
        do {
            return try files.existing(path)?.protection
        } catch let error as StoreError where error.code == .authenticationFailure && !keepsClass {
            return nil
        }
    }

    private func makeFolder(_ target: DevicePath, mode: UInt32) throws {
        switch try files.existingKind(target) {
        case .directory: break
        case .file:
            throw ToolError(.notADirectory, "'\(target)' is a file", path: target.description)
        case nil: try files.makeDirectory(target, as: protection, mode: mode)
        }
    }

    private func open(_ source: String) throws -> HostStream {
        do throws(SystemError) {
            return try HostStream.source(source)
        } catch {
            let isMissing = ErrorCode(error) == .notFound
            throw ToolError(
                ErrorCode(error),
                "cannot read '\(source)': \(error.errno)",
                path: source,
                hint: isMissing ? "what is put comes from the host: look for it with 'ls'" : nil
            )
        }
    }

    /// Mode and time of a file; nil for a pipe or device, which has none of its own, and for what
    /// is not there: opening it says that better.
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

    private func warnIfWeaker(_ path: DevicePath, than before: ProtectionClass) throws {
        let after = try files.metadata(of: path).protection
        guard after.strength < before.strength else { return }
        console.talk(
            "warning: '\(path)' was '\(before.name)' and is now '\(after.name)'; --keep-class keeps "
                + "the class"
        )
    }
}
