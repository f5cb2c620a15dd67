import ProtectedStore
import ProtectionModel
import Documents

/// What is done with handles.
extension StepReader {
    /// The operation with its arguments; nil for the name of another.
    mutating func handleOperation(
        _ name: StepName,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation? {
        switch name {
        case .open: return try open(&reader)
        case .append:
            let handle = try handle(&reader)
            return .append(try content(&reader), handle)
        case .sync: return .synchronize(try handle(&reader))
        case .close: return .close(try handle(&reader))
        default: return nil
        }
    }

    private mutating func open(_ reader: inout TextReader) throws(DocumentFault) -> StepOperation {
        let opening = StepOperation.Opening(
            path: try reader.required("path", as: .path),
            mode: try reader.required("mode", as: .openMode),
            name: try reader.optional("as", as: .string),
            isCreating: try reader.optional("create", as: .bool) ?? false,
            protection: try reader.optional("class", as: .protection)
        )
        if let name = opening.name { handles.insert(name) }
        return .open(opening)
    }
}

/// What is done to names and classes.
extension StepReader {
    /// The operation with its arguments; nil for the name of another.
    func nameOperation(
        _ name: StepName,
        _ reader: inout TextReader
    ) throws(DocumentFault) -> StepOperation? {
        switch name {
        case .mkdir:
            let path = try reader.required("path", as: .path)
            return .makeDirectory(path, try reader.optional("class", as: .protection))
        case .rename:
            let from = try reader.required("from", as: .path)
            return .rename(from, to: try reader.required("to", as: .path))
        case .copy:
            let from = try reader.required("from", as: .path)
            return .copy(from, to: try reader.required("to", as: .path))
        case .remove: return .remove(try reader.required("path", as: .path))
        case .list: return .list(try reader.required("path", as: .path))
        case .stat: return .stat(try reader.required("path", as: .path))
        case .protect:
            let path = try reader.required("path", as: .path)
            return .protect(path, try reader.required("class", as: .protection))
        default: return nil
        }
    }
}
