import Foundation
import ProtectedStore
import ProtectionModel
import SystemIO

/// Gets files and folders out of a device.
struct Exporter {
    let files: FileStore
    let bar: ProgressBar
    let interruption: Interruption?

    /// Gets one file: to standard output, into a folder, over a file, or into a pipe or device.
    func getFile(_ metadata: FileMetadata, to dest: String?) throws {
        let name = metadata.path.name ?? ""
        bar.begin(metadata.path.description)
        switch dest {
        case "-":
            try stream(metadata.path, to: .standardOutput)
        case let dest? where HostTree.isSpecial(dest):
            try stream(metadata.path, to: try HostStream.sink(dest))
        case let dest? where HostTree.isFolder(dest):
            try save(metadata, to: HostPath.absolute("\(dest)/\(name)"))
        case let dest?:
            // A link stays one: what it leads to is replaced.
            try save(metadata, to: HostPath.resolved(dest))
        case nil:
            try save(metadata, to: HostPath.absolute(name))
        }
    }

    /// Gets a folder with everything in it; one that is there is merged into.
    func getFolder(_ source: DevicePath, to target: String) throws {
        let metadata = try files.metadata(of: source)
        try FileManager.default.createDirectory(
            atPath: target,
            withIntermediateDirectories: true
        )
        for name in try files.names(in: source) {
            let child = try files.metadata(of: try source.appending(name))
            let place = "\(target)/\(name)"
            if child.kind == .directory {
                try getFolder(child.path, to: place)
            } else {
                bar.begin(child.path.description)
                try save(child, to: HostPath.absolute(place))
            }
        }
        let folder = try OwnedFile(
            HostPath.resolved(target),
            in: nil,
            .directory,
            on: PosixFileSystem()
        )
        try folder.setPermissions(metadata.mode & 0o777)
        try folder.fileSystem.setModified(
            folder.descriptor,
            seconds: metadata.modified.seconds,
            nanoseconds: metadata.modified.nanoseconds
        )
    }

    private func stream(_ path: DevicePath, to stream: consuming HostStream) throws {
        try files.read(path, into: HostStreamSink(stream) { [bar] in bar.advance(by: $0) })
    }

    private func save(_ metadata: FileMetadata, to target: String) throws {
        let sink = try HostFileSink(target) { [bar] in bar.advance(by: $0) }
        interruption?.onSignal { sink.discard() }
        defer { interruption?.onSignal(nil) }
        do {
            try files.read(metadata.path, into: sink)
            try sink.finish(metadata)
        } catch {
            sink.discard()
            throw error
        }
    }
}
