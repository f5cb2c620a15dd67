import ProtectionModel
import Documents

/// What is done to the content of files, by path or by handle.
extension StepReader {
    /// The operation with its arguments; nil for the name of another.
    func contentOperation(
        _ name: StepName,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation? {
        switch name {
        case .read:
            guard let handle = try handleOrPath(&reader) else {
                return .read(try reader.required("path", as: .path))
            }
            return .readHandle(
                handle,
                offset: try reader.optional("offset", as: .boundedSize) ?? 0,
                length: try reader.optional("length", as: .byteCount)
            )
        case .write:
            guard let handle = try handleOrPath(&reader) else { return try writePath(&reader) }
            let offset = try reader.required("offset", as: .boundedSize)
            return .writeHandle(try content(&reader), handle, offset: offset)
        case .truncate:
            guard let handle = try handleOrPath(&reader) else {
                let path = try reader.required("path", as: .path)
                return .truncate(path, try reader.required("size", as: .boundedSize))
            }
            return .truncateHandle(handle, try reader.required("size", as: .boundedSize))
        default: return nil
        }
    }

    private func writePath(_ reader: inout TextReader) throws(DocumentFault) -> StepOperation {
        let path = try reader.required("path", as: .path)
        let protection = try reader.optional("class", as: .protection)
        let isAtomic = try reader.optional("atomic", as: .bool) ?? true
        let size = try reader.optional("size", as: .boundedSize)
        return .write(
            try content(&reader, size: .some(size)),
            path,
            protection,
            isAtomic: isAtomic
        )
    }

    /// The bytes to write: exactly one of `text` and `hex`, and of `size` where that is allowed.
    ///
    /// `size` is nil where the step takes none, else what stands there.
    func content(
        _ reader: inout TextReader,
        size: UInt64?? = nil
    ) throws(DocumentFault) -> StepContent {
        let text = try reader.optional("text", as: .string)
        let hex = try reader.optional("hex", as: .hex)
        let choices = size == nil ? "'text' or 'hex'" : "'text', 'hex' or 'size'"
        switch (text, hex, size ?? nil) {
        case (let text?, nil, nil): return .bytes(Array(text.utf8))
        case (nil, let hex?, nil): return .bytes(hex)
        case (nil, nil, let size?): return .pattern(Int(size))
        case (nil, nil, nil):
            throw DocumentFault("missing key \(choices)", at: reader.location)
        default:
            throw DocumentFault("give only one of \(choices)", at: reader.location)
        }
    }

    /// The handle that is named; nil when a path is given instead.
    private func handleOrPath(_ reader: inout TextReader) throws(DocumentFault) -> String? {
        let keys = reader.entries.map(\.key)
        switch (keys.contains("path"), keys.contains("handle")) {
        case (true, false): return nil
        case (false, true): return try handle(&reader)
        case (true, true):
            throw DocumentFault("give only one of 'path' or 'handle'", at: reader.location)
        case (false, false):
            throw DocumentFault("missing key 'path' or 'handle'", at: reader.location)
        }
    }

    func handle(_ reader: inout TextReader) throws(DocumentFault) -> String {
        let name = try reader.required("handle", as: .string)
        guard handles.contains(name) else {
            throw DocumentFault(
                "no earlier step opens a file as \(FactValue.text(name))",
                at: reader.location(of: "handle")
            )
        }
        return name
    }
}
