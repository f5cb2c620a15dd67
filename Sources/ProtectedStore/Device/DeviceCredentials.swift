import KeyManagement
public import ProtectionModel
import SodiumCrypto

/// What applications log in with, each credential a protected file among the device's own
/// documents.
///
/// They are of class `complete` unless said otherwise: nobody needs a password while the device is
/// locked. On its way from a file into locked memory a credential passes through a buffer that is
/// wiped, and not locked. A credential that cannot be opened now is `protected-data-unavailable`,
/// and never "none".
public struct DeviceCredentials: Sendable {
    private let documents: DeviceDocuments

    /// The credentials among a device's documents.
    public init(_ documents: DeviceDocuments) { self.documents = documents }

    /// Stores the credential of an account, in place of an older one.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `invalid-argument` for a
    ///   name that no file can have, `busy`, `no-space`, `io-error`; the older one is there then.
    public func store(
        _ credential: borrowing LoginCredential,
        of account: String,
        for application: String,
        as protection: ProtectionClass = .complete
    ) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let place = try path(application, account)
            let source: CredentialSource
            do { source = try CredentialSource(credential) } catch {
                throw ProtectionError(error, path: nil)
            }
            try change {
                let folder = try path(application)
                try documents.makeFolders(folder).write(source, to: place, as: protection)
            }
        }
    }

    /// The credential of an account; nil when there is none.
    ///
    /// - Throws: ``ProtectionError`` with `protected-data-unavailable`, `authentication-failure`.
    public func credential(
        of account: String,
        for application: String
    ) throws(ProtectionError) -> LoginCredential? {
        try ProtectionError.wrapping {
            let place = try path(application, account)
            guard let store = try documents.existing() else { return nil }
            let content: SecretContent
            do {
                let handle = try store.open(place, .read)
                content = try handle.content(at: 0, count: LoginCredential.byteLimit + 1)
                try handle.close()
            } catch let error as ProtectionError where error.code == .notFound {
                return nil
            }
            guard (1...LoginCredential.byteLimit).contains(content.count) else {
                throw ProtectionError(.authenticationFailure, path: place)
            }
            do {
                let secret = try SecureBytes(
                    count: content.count,
                    group: .transit,
                    arena: SecureArena()
                ) { span in
                    content.withBytes { span.storeBytes($0) }
                }
                return LoginCredential(secret)
            } catch { throw ProtectionError(error, path: nil) }
        }
    }

    /// The accounts of an application, sorted; works in every lock state.
    ///
    /// - Throws: ``ProtectionError`` with `device-off`.
    public func accounts(of application: String) throws(ProtectionError) -> [String] {
        try ProtectionError.wrapping {
            let folder = try path(application)
            guard let store = try documents.existing() else { return [] }
            do { return try store.names(in: folder) } catch let error as ProtectionError
                where error.code == .notFound
            {
                return []
            }
        }
    }

    /// Removes the credential of an account, in every lock state.
    ///
    /// - Throws: ``ProtectionError`` with `not-found`, `io-error`.
    public func remove(_ account: String, of application: String) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let place = try path(application, account)
            try change {
                guard let store = try documents.existing() else {
                    throw ProtectionError(.notFound, path: place)
                }
                try store.remove(place)
            }
        }
    }

    /// Removes all credentials of an application, as its removal does.
    ///
    /// - Throws: ``ProtectionError`` with `io-error`.
    public func removeAll(of application: String) throws(ProtectionError) {
        try ProtectionError.wrapping {
            let folder = try path(application)
            try change {
                _ = try documents.missing { try documents.existing()?.removeTree(folder) }
            }
        }
    }

    private func path(
        _ application: String,
        _ account: String? = nil
    ) throws -> DevicePath {
        for name in [application, account].compactMap({ $0 })
        where name.utf8.contains(UInt8(ascii: "/")) || name == "." || name == ".." {
            throw ProtectionError(
                .invalidArgument,
                "'\(name)' cannot be the name of an application or account here: without '/', not '.' or '..'"
            )
        }
        let text = "/Credentials/\(application)" + (account.map { "/\($0)" } ?? "")
        do { return try DevicePath(text) } catch {
            throw ProtectionError(.invalidArgument, error.description)
        }
    }

    private func change(_ body: () throws -> Void) throws {
        // The lock's own errors have no place for ours.
        var failure: ProtectionError?
        do {
            try documents.withLock {
                do { try body() } catch {
                    let known = ProtectionError(error, path: nil)
                    failure = known
                    throw ProtectionError(known.code, known.message)
                }
            }
        } catch let error as ProtectionError { throw failure ?? error }
    }
}
