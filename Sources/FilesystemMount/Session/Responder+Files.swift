import SystemIO
import SystemPackage

extension Responder {
    /// Requests that carry bytes: reading, writing, listing.
    func transfer(
        _ call: borrowing Call,
        _ message: borrowing TransferBuffer,
        in buffer: inout TransferBuffer
    ) throws(Errno) -> Outcome? {
        switch call.request {
        case .read(let request): return try read(call, request, in: &buffer)
        case .readdir(let request, let wantsEntries):
            return try list(call, request, wantsEntries: wantsEntries, in: &buffer)
        case .write(let request, let payload):
            let count = try message.withBytes(payload) { (bytes) throws(Errno) in
                try tree.write(call.node, request, bytes, call.context)
            }
            return .reply(.written(min(count, payload.count)))
        default: return nil
        }
    }

    private func read(
        _ call: borrowing Call,
        _ request: ReadRequest,
        in buffer: inout TransferBuffer
    ) throws(Errno) -> Outcome {
        // Fewer bytes than asked for would be taken for the end of the file.
        guard request.count <= buffer.count - Reply.headerByteCount else { throw .invalidArgument }
        var reply = ReadReply(
            request.count,
            in: buffer,
            for: call.header.unique,
            to: call.device
        )
        var failure: Errno?
        do { try tree.read(call.node, request, into: &reply, call.context) } catch {
            failure = error
        }
        let (end, touched, isSent) = (reply.end, reply.touched, reply.isSent)
        buffer = reply.takeBuffer()
        if isSent || failure != nil { buffer.wipe(0..<touched) }
        if isSent { return .silence }
        if let failure { throw failure }
        return .message(byteCount: end, isContent: true)
    }

    private func list(
        _ call: borrowing Call,
        _ request: ReadRequest,
        wantsEntries: Bool,
        in buffer: inout TransferBuffer
    ) throws(Errno) -> Outcome {
        var reply = DirectoryReply(request.count, wantsEntries: wantsEntries, in: buffer)
        var failure: Errno?
        do {
            try tree.readdir(
                call.node,
                request.handle,
                from: request.offset,
                into: &reply,
                call.context
            )
        } catch {
            failure = error
        }
        let end = reply.end
        buffer = reply.takeBuffer()
        if let failure { throw failure }
        return .message(byteCount: end, isContent: false)
    }

    /// Requests about open files and folders.
    func file(_ call: borrowing Call) throws(Errno) -> Outcome? {
        let node = call.node
        switch call.request {
        case .open(let flags): return .reply(.opened(try tree.open(node, flags, call.context)))
        case .opendir(let flags):
            return .reply(.opened(try tree.opendir(node, flags, call.context)))
        case .flush(let handle): try tree.flush(node, handle, call.context)
        case .release(let handle): tree.release(node, handle)
        case .releasedir(let handle): tree.releasedir(node, handle)
        case .fsync(let handle, let dataOnly):
            try tree.fsync(node, handle, dataOnly: dataOnly, call.context)
        case .fsyncdir(let handle, let dataOnly):
            try tree.fsyncdir(node, handle, dataOnly: dataOnly, call.context)
        case .fallocate(let handle, let range, let mode):
            try tree.fallocate(node, handle, range, mode, call.context)
        case .lseek(let handle, let offset, let target):
            let found = try tree.lseek(node, handle, from: offset, to: target, call.context)
            return .reply(.offset(found))
        case .copyFileRange(let request, let hasWideReply):
            return .reply(try copy(call, request, hasWideReply))
        default: return nil
        }
        return .reply(.done)
    }

    private func copy(
        _ call: borrowing Call,
        _ request: CopyRequest,
        _ hasWideReply: Bool
    ) throws(Errno) -> Reply {
        // The older reply has 32 bits; copying less is no failure.
        let limit = hasWideReply ? request.count : min(request.count, 1 << 30)
        let request = CopyRequest(source: request.source, target: request.target, count: limit)
        let count = min(limit, try tree.copyFileRange(request, call.context))
        return hasWideReply ? .copied(count) : .written(Int(count))
    }
}
