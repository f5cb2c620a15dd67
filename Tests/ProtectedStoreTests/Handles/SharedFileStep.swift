import ProtectedStore
import ProtectionModel
import TestSupport

/// Something one of two processes does with the file they share.
enum SharedFileStep: String, CaseIterable {
    case read, metadata, list, append, overwrite, truncate, save, protect, lessen, rekey, mode, copy
    case rename, replace, remove, make, check

    /// What a step gave.
    enum Outcome: Equatable {
        case done
        case answer(String)
        case refused(ErrorCode)
    }

    /// Takes the step.
    ///
    /// - Throws: what the store throws.
    func run(on files: FileStore) throws(ProtectionError) -> Outcome {
        switch self {
        case .read: return .answer("\(try files.read("/f"))")
        case .metadata:
            let metadata = try files.metadata(of: "/f")
            return .answer("\(metadata.protection) \(metadata.mode) \(metadata.size ?? 0)")
        case .list: return .answer("\(try files.names(in: .root))")
        case .append:
            let handle = try files.open("/f", .write)
            try handle.append([2])
            try handle.close()
        case .overwrite: try files.overwrite([3, 3], to: "/f")
        case .truncate: try files.truncate("/f", to: 0)
        case .save: try files.write([4], to: "/f", as: .completeUnlessOpen)
        case .protect: try files.setProtection(.complete, of: "/f")
        case .lessen: try files.setProtection(.none, of: "/f")
        case .rekey: try files.setProtection(.completeUnlessOpen, of: "/f", rekeying: true)
        case .mode: try files.setMode(0o640, of: "/f")
        case .copy: try files.copy("/f", to: "/g")
        case .rename: try files.rename("/f", to: "/g")
        case .replace: try files.rename("/h", to: "/f")
        case .remove: try files.remove("/f")
        case .make:
            let handle = try files.open("/n", creating: true)
            try handle.append([8])
            try handle.close()
        case .check:
            // A check goes on past a file that is in use.
            let report = try files.check()
            if report.unread.map(\.code) == [.busy] { return .refused(.busy) }
            return .answer("\((report.damaged + report.unread).map(\.message))")
        }
        return .done
    }
}
