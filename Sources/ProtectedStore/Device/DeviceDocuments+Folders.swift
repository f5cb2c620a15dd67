import KeyManagement
package import ProtectionModel

/// For a service whose documents hang together: looks at several, and changes them, in one step.
extension DeviceDocuments {
    /// Runs `body` on the tree and a folder in it, of which observers are told once, under the name
    /// `subject`, with what `body` has noted; nil when the
    /// folder was never made.
    ///
    /// Others may change the folder meanwhile.
    ///
    /// - Throws: `ProtectionError` with `device-off`, and what `body` throws.
    package func reading<Result>(
        _ folder: DocumentFolder,
        about subject: String? = nil,
        _ body: (FileStore, DevicePath) throws -> Result
    ) throws(ProtectionError) -> Result? {
        try ProtectionError.wrapping {
            let path = try path(of: folder)
            return try reporting(.read, path, about: subject) {
                try translating {
                    guard let store = try existing(),
                        try missing({ try store.kind(of: path) }) != nil
                    else { return nil }
                    return try body(store, path)
                }
            }
        }
    }

    /// Runs `body` on the tree and a folder in it, which is made when it is missing; nobody else
    /// changes a document of this device meanwhile, so `body` must not do so by another way.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `busy` when another process changes documents
    ///   for longer than five seconds, and what `body` throws.
    package func changing<Result>(
        _ folder: DocumentFolder,
        _ kind: FileOperation.Kind = .save,
        as protection: ProtectionClass? = nil,
        about subject: String? = nil,
        _ body: (FileStore, DevicePath) throws -> Result
    ) throws(ProtectionError) -> Result {
        try ProtectionError.wrapping {
            let path = try path(of: folder)
            return try reporting(kind, path, as: protection, about: subject) {
                var result: Result?
                try withLock {
                    try translating { result = try body(try makeFolders(path), path) }
                }
                guard let result else { throw ProtectionError(.internalError, "nothing was done") }
                return result
            }
        }
    }
}

/// Documents that live no longer than the passcode.
extension DeviceDocuments {
    /// The extended attribute of a document that is bound to the passcode; its value does not count.
    package static let passcodeMark = Array("user.passcode-bound".utf8)

    /// Removes what is bound to a passcode that is no more; nothing happens while there is one.
    ///
    /// Called after a removal, and before the next passcode is set: what a crash in between left
    /// must not come back with it.
    ///
    /// - Throws: `ProtectionError` with `device-off`, `busy`, `io-error`.
    package func removePasscodeBound() throws {
        guard try !keys.status().hasPasscode, try existing() != nil else { return }
        // Nobody who watches a program did this.
        try Self.$notes.withValue(DocumentNotes()) {
            let bound = try reading(.keychain) { try Self.passcodeBound($0, $1) }
            guard bound?.isEmpty == false else { return }
            try changing(.keychain, .remove) { store, folder in
                for path in try Self.passcodeBound(store, folder) { try store.remove(path) }
            }
        }
    }

    private static func passcodeBound(
        _ store: FileStore,
        _ folder: DevicePath
    ) throws -> [DevicePath] {
        try store.names(in: folder).map { try folder.appending($0) }
            .filter { path in
                do { return try store.extendedAttributes(of: path)[passcodeMark] != nil } catch {
                    let code = ProtectionError(error, path: nil).code
                    // Gone meanwhile, or damaged: neither comes back with a passcode, and no damage
                    // may keep anybody from setting one.
                    guard code == .notFound || code == .authenticationFailure else { throw error }
                    return false
                }
            }
    }
}
