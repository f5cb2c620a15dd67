import Foundation
import KeyManagement
import ProtectedStore
import ProtectionModel
import SystemIO

/// Gets files and folders out of a device.
struct Exporter {
    let files: FileStore
    let bar: ProgressBar
    let interruption: Interruption?
    let failures: FailureLog
    /// What the host could not be given.
    let losses = AttributeLosses()

    /// Gets one file or link: to standard output, into a folder, over a file, or into a pipe or device.
    func getFile(_ metadata: FileMetadata, to dest: String?) throws {
        let name = metadata.path.name ?? ""
        bar.begin(metadata.path.description)
        switch dest {
        // Taken as names, they would replace the file behind standard output.
        case "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
            try stream(metadata.path, to: .standardOutput)
        case let dest? where HostPath.isSpecial(dest):
            try stream(metadata.path, to: try HostStream.sink(dest))
        case let dest? where HostPath.isDangling(dest):
            throw ToolError(
                .notFound,
                "the symbolic link '\(dest)' leads nowhere on the host",
                path: dest,
                hint: "remove the link, or make what it leads to first"
            )
        case let dest? where HostPath.isFolder(dest):
            try save(metadata, to: HostPath.absolute("\(dest)/\(name)"))
        case let dest? where dest.hasSuffix("/"):
            throw ToolError(
                .notFound,
                "the folder '\(dest)' does not exist on the host",
                path: dest,
                hint: "make it first, or leave out the slash to get a file of that name"
            )
        case let dest?:
            // A link stays one: what it leads to is replaced.
            try save(metadata, to: HostPath.resolved(dest))
        case nil:
            try save(metadata, to: HostPath.absolute(name))
        }
    }

    /// Gets a folder with everything in it; an existing folder is merged into.
    ///
    /// Files that cannot be read are reported and left out.
    func getFolder(_ source: DevicePath, to target: String) throws {
        try getFolder(source) {
            if HostPath.isFolder(target) { return try HostFolder(target) }
            let path = HostPath.absolute(target)
            try FileManager.default.createDirectory(
                atPath: HostPath.parent(of: path),
                withIntermediateDirectories: true
            )
            // Others see nothing of what arrives before it has the mode it had in the device.
            return try HostFolder(HostPath.parent(of: path)).makeFolder(HostPath.name(of: path))
        }
    }

    /// `open` comes after everything that shows whether the folder can be read.
    private func getFolder(_ source: DevicePath, _ open: () throws -> HostFolder) throws {
        let metadata = try files.metadata(of: source)
        let names = try files.names(in: source)
        let folder = try open()
        HostFileSink.collectAbandoned(in: folder)
        for name in names {
            let child = try source.appending(name)
            _ = try failures.attempt {
                guard try files.kind(of: child) != .directory else {
                    return try getFolder(child) { try folder.makeFolder(name) }
                }
                bar.begin(child.description)
                try save(try files.metadata(of: child), as: name, in: folder)
            }
        }
        // After what is in it, which has changed its time.
        try attributes(metadata).apply(to: folder.file, losses)
    }

    /// What a file or folder has besides; damaged extended attributes are told, and keep nothing else
    /// from the host.
    private func attributes(_ metadata: FileMetadata) throws -> HostAttributes {
        let extended =
            metadata.hasExtendedAttributes
            ? try failures.attempt { try files.extendedAttributes(of: metadata.path) } : nil
        return HostAttributes(metadata: metadata, extended: extended ?? ExtendedAttributes())
    }

    private func stream(_ path: DevicePath, to stream: consuming HostStream) throws {
        try files.read(path, into: HostStreamSink(stream) { [bar] in bar.advance(by: $0) })
    }

    private func save(_ metadata: FileMetadata, to target: String) throws {
        let parent = HostPath.parent(of: target)
        let folder: HostFolder
        do {
            folder = try HostFolder(parent)
        } catch {
            throw ToolError(
                ErrorCode(error),
                "cannot write '\(target)': folder '\(parent)': \(error.errno)",
                path: target,
                hint: "choose another place, or make that folder first"
            )
        }
        HostFileSink.collectAbandoned(in: folder)
        try save(metadata, as: HostPath.name(of: target), in: folder)
    }

    private func save(
        _ metadata: FileMetadata,
        as name: String,
        in folder: HostFolder
    ) throws {
        switch metadata.kind {
        case .file, .directory: try saveFile(metadata, as: name, in: folder)
        case .symbolicLink:
            try HostFileSink.makeLink(
                to: try files.linkTargetBytes(of: metadata.path),
                name,
                in: folder,
                try attributes(metadata),
                losses
            )
        case .fifo, .socket, .characterDevice, .blockDevice:
            losses.note(.special, metadata.path)
        }
    }

    private func saveFile(
        _ metadata: FileMetadata,
        as name: String,
        in folder: HostFolder
    ) throws {
        let sink = try HostFileSink(name, in: folder) { [bar] in bar.advance(by: $0) }
        interruption?.onSignal { sink.discard() }
        defer { interruption?.onSignal(nil) }
        do {
            try files.read(metadata.path, into: sink)
            try sink.finish(try attributes(metadata), losses)
        } catch {
            sink.discard()
            throw error
        }
    }
}
