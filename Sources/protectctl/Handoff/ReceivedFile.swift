import Handoff
import ProtectedStore
import Synchronization
import SystemIO

/// A file of the host, or a stream, for what comes from another device; a file has its name once all of it is there.
final class ReceivedFile: Sendable {
    private enum Target: Sendable {
        case file(HostFileSink)
        case stream(HostStreamSink)
    }

    private let target: Target
    private let count = Mutex<UInt64>(0)

    /// - Throws: `ToolError` for a place where nothing can be written.
    init(_ path: String) throws {
        do {
            if path == "-" {
                target = .stream(HostStreamSink(.standardOutput))
            } else if HostPath.isSpecial(path) {
                target = .stream(HostStreamSink(try HostStream.sink(path)))
            } else {
                let resolved = HostPath.resolved(path)
                guard !HostPath.isFolder(resolved) else {
                    throw ToolError(.isADirectory, "'\(path)' is a folder", path: path)
                }
                let folder = try HostFolder(HostPath.parent(of: resolved))
                target = .file(try HostFileSink(HostPath.name(of: resolved), in: folder))
            }
        } catch let error as SystemError {
            throw HostText.refusal(of: path, error, hint: "name a file in a folder that exists")
        }
    }

    /// Writes all that a stream brings.
    func receive(_ streams: ActivityStreams) throws {
        while true {
            let bytes = try streams.read(upTo: ActivityStreams.chunkByteLimit)
            guard !bytes.isEmpty else { return try finish() }
            try write(bytes)
        }
    }

    func write(_ bytes: [UInt8]) throws {
        let offset = count.withLock { count in
            defer { count += UInt64(bytes.count) }
            return count
        }
        switch target {
        case .file(let sink): try sink.write(bytes.span.bytes, at: offset)
        case .stream(let sink): try sink.write(bytes.span.bytes, at: offset)
        }
    }

    func finish() throws {
        if case .file(let sink) = target { try sink.finish() }
    }

    /// Leaves nothing behind.
    func discard() {
        if case .file(let sink) = target { sink.discard() }
    }
}
