import ProtectionModel

/// The stored domains of a device, each a property list that is replaced whole.
struct DefaultsFiles: Sendable {
    let documents: any DocumentStore
    /// The class of new property lists.
    let protection: ProtectionClass

    /// What is stored; nil when there is no such domain.
    ///
    /// - Throws: ``PreferenceError`` with `defaults-unreadable`, `authentication-failure` for a
    ///   damaged property list, and what else the documents throw.
    func read(_ domain: DefaultsDomain) throws(PreferenceError) -> [String: PreferenceValue]? {
        let bytes: [UInt8]?
        do throws(DocumentError) { bytes = try documents.read(try document(of: domain)) } catch {
            throw Self.translate(error, domain)
        }
        guard let bytes else { return nil }
        return try Self.decode(bytes, domain)
    }

    /// Every stored domain, sorted by name.
    func domains() throws(PreferenceError) -> [DefaultsDomain] {
        do throws(DocumentError) {
            return try documents.names(in: .preferences).compactMap(DefaultsDomain.init)
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        } catch { throw PreferenceError(error.code, error.description) }
    }

    /// Replaces the values of a domain by what `change` makes of them; nil stands for no domain.
    func update(
        _ domain: DefaultsDomain,
        _ change: ([String: PreferenceValue]?) -> [String: PreferenceValue]?
    ) throws(PreferenceError) {
        // The seam's error has no room for ours, so that it waits here.
        var damage: PreferenceError?
        do throws(DocumentError) {
            try documents.update(try document(of: domain), as: protection) {
                (bytes) throws(DocumentError) in
                do throws(PreferenceError) {
                    let old: [String: PreferenceValue]? =
                        if let bytes { try Self.decode(bytes, domain) } else { nil }
                    let new = change(old)
                    // Untouched, also where another writer would have used other bytes for it.
                    guard new != old else { return bytes }
                    guard let new else { return nil }
                    return try Self.encode(new)
                } catch {
                    damage = error
                    throw DocumentError(error.code, error.description)
                }
            }
        } catch { throw damage ?? Self.translate(error, domain) }
    }

    /// Removes a domain, also a damaged one; one that cannot be read now stays.
    func remove(_ domain: DefaultsDomain) throws(PreferenceError) {
        do throws(PreferenceError) { _ = try read(domain) } catch {
            guard error.code == .authenticationFailure else { throw error }
        }
        do throws(DocumentError) { try documents.remove(try document(of: domain)) } catch {
            throw Self.translate(error, domain)
        }
    }

    private func document(of domain: DefaultsDomain) throws(DocumentError) -> DocumentName {
        do throws(PreferenceError) { return try domain.document() } catch {
            throw DocumentError(error.code, error.description)
        }
    }

    /// What could not be read back is not written.
    private static func encode(
        _ values: [String: PreferenceValue]
    ) throws(PreferenceError) -> [UInt8] {
        try PreferenceValue.dictionary(values).checkStorable()
        let bytes = PropertyList(.dictionary(values)).binary
        guard bytes.count <= PropertyListLimits.standard.byteCount else {
            throw PreferenceError(
                .invalidArgument,
                "a domain of more than \(PropertyListLimits.standard.byteCount) bytes cannot be stored"
            )
        }
        return bytes
    }

    private static func decode(
        _ bytes: [UInt8],
        _ domain: DefaultsDomain
    ) throws(PreferenceError) -> [String: PreferenceValue] {
        let root: PreferenceValue
        do throws(PropertyListError) { root = try PropertyList(reading: bytes).root } catch {
            throw PreferenceError(
                .authenticationFailure,
                "the defaults of '\(domain)' are damaged: \(error.description)"
            )
        }
        guard case .dictionary(let values) = root else {
            throw PreferenceError(
                .authenticationFailure,
                "the defaults of '\(domain)' are damaged: no dictionary but \(root.typeName)"
            )
        }
        return values
    }

    private static func translate(
        _ error: DocumentError,
        _ domain: DefaultsDomain
    ) -> PreferenceError {
        switch error.code {
        // To be told apart from a file of the user's: nothing is known of any key.
        case .protectedDataUnavailable:
            PreferenceError(
                .defaultsUnreadable,
                "the defaults of '\(domain)' cannot be read or changed while the device is locked"
            )
        case .authenticationFailure:
            PreferenceError(error.code, "the defaults of '\(domain)' are damaged")
        default: PreferenceError(error.code, error.description)
        }
    }
}
