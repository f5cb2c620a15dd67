import KeyManagement
public import ProtectionModel
import SodiumCrypto

/// What applications log in with, each credential a protected file among the device's own documents.
///
/// They are of class `complete` unless said otherwise: nobody needs a password while the device is
/// locked. On its way from a file into locked memory a credential passes through a buffer that is
/// wiped, and not locked. A credential that cannot be opened now is `protected-data-unavailable`, and never "none".
public struct DeviceCredentials: Sendable {
    private let documents: DeviceDocuments

    /// The credentials among a device's documents.
    public init(_ documents: DeviceDocuments) { self.documents = documents }

    /// Stores the credential of an account, in place of an older one.
    ///
    /// - Throws: ``StoreError`` with `protected-data-unavailable`, `invalid-argument` for a name that
    ///   no file can have, `busy`, `no-space`, `io-error`; the older one is there then.
    public func store(
        _ credential: borrowing LoginCredential,
        of account: String,
        for application: String,
        as protection: ProtectionClass = .complete
    ) throws(StoreError) {
        let place = try path(application, account)
        let source: CredentialSource
        do throws(CryptoError) { source = try CredentialSource(credential) } catch {
            throw StoreError(error)
        }
        try change {
            let folder = try path(application)
            try documents.makeFolders(folder).write(source, to: place, as: protection)
        }
    }

    /// The credential of an account; nil when there is none.
    ///
    /// - Throws: ``StoreError`` with `protected-data-unavailable`, `authentication-failure`.
    public func credential(
        of account: String,
        for application: String
    ) throws(StoreError) -> LoginCredential? {
        let place = try path(application, account)
        guard let store = try documents.existing() else { return nil }
        let content: SecretContent
        do throws(StoreError) {
            let handle = try store.open(place, .read)
            content = try handle.content(at: 0, count: LoginCredential.byteLimit + 1)
            try handle.close()
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        guard (1...LoginCredential.byteLimit).contains(content.count) else {
            throw StoreError(.authenticationFailure, path: place)
        }
        do throws(CryptoError) {
            let secret = try SecureBytes(
                count: content.count,
                group: .transit,
                arena: SecureArena()
            ) { span in
                content.withBytes { span.storeBytes($0) }
            }
            return LoginCredential(secret)
        } catch { throw StoreError(error) }
    }

    /// The accounts of an application, sorted; works in every lock state.
    ///
    /// - Throws: ``StoreError`` with `device-off`.
    public func accounts(of application: String) throws(StoreError) -> [String] {
        let folder = try path(application)
        guard let store = try documents.existing() else { return [] }
        do throws(StoreError) { return try store.names(in: folder) } catch {
            guard error.code == .notFound else { throw error }
            return []
        }
    }

    /// Removes the credential of an account, in every lock state.
    ///
    /// - Throws: ``StoreError`` with `not-found`, `io-error`.
    public func remove(_ account: String, of application: String) throws(StoreError) {
        let place = try path(application, account)
        try change {
            guard let store = try documents.existing() else {
                throw StoreError(.notFound, path: place)
            }
            try store.remove(place)
        }
    }

    /// Removes all credentials of an application, as its removal does.
    ///
    /// - Throws: ``StoreError`` with `io-error`.
    public func removeAll(of application: String) throws(StoreError) {
        let folder = try path(application)
        try change {
            _ = try documents.missing { try documents.existing()?.removeTree(folder) }
        }
    }

    private func path(
        _ application: String,
        _ account: String? = nil
    ) throws(StoreError) -> DevicePath {
        for name in [application, account].compactMap({ $0 })
        where name.utf8.contains(UInt8(ascii: "/")) || name == "." || name == ".." {
            throw StoreError(
                .invalidArgument,
                "'\(name)' cannot be the name of an application or account here: without '/', not '.' or '..'"
            )
        }
        let text = "/Credentials/\(application)" + (account.map { "/\($0)" } ?? "")
        do throws(DevicePathError) { return try DevicePath(text) } catch {
            throw StoreError(.invalidArgument, error.description)
        }
    }

    private func change(_ body: () throws -> Void) throws(StoreError) {
        // The lock's own errors have no place for ours.
        var failure: StoreError?
        do throws(DocumentError) {
            try documents.withLock { () throws(DocumentError) in
                do { try body() } catch {
                    let known = StoreError(translating: error, path: nil)
                    failure = known
                    throw DocumentError(known.code, known.message)
                }
            }
        } catch { throw failure ?? StoreError(error.code, error.description) }
    }
}
