import ProtectionModel

/// The stored domains of a device, each a property list that is replaced whole.
struct DefaultsFiles: Sendable {
    let documents: any DocumentStore
    /// The class of new property lists.
    let protection: ProtectionClass

    /// What is stored; nil when there is no such domain.
    ///
    /// - Throws: ``ProtectionError`` with `defaults-unreadable`, `authentication-failure` for a
    ///   damaged property list, and what else the documents throw.
    func read(_ domain: DefaultsDomain) throws(ProtectionError) -> [String: PreferenceValue]? {
        let bytes: [UInt8]?
        do { bytes = try documents.read(try document(of: domain)) } catch {
            throw Self.translate(error, domain)
        }
        guard let bytes else { return nil }
        return try Self.decode(bytes, domain)
    }

    /// Every stored domain, sorted by name.
    func domains() throws(ProtectionError) -> [DefaultsDomain] {
        try documents.names(in: .preferences).compactMap(DefaultsDomain.init)
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Replaces the values of a domain by what `change` makes of them; nil stands for no domain.
    func update(
        _ domain: DefaultsDomain,
        _ change: ([String: PreferenceValue]?) -> [String: PreferenceValue]?
    ) throws(ProtectionError) {
        // What is wrong with the content says more than that the document is damaged.
        var damage: ProtectionError?
        do {
            try documents.update(try document(of: domain), as: protection) {
                (bytes) throws(ProtectionError) in
                do throws(ProtectionError) {
                    return try Self.changed(bytes, domain, change)
                } catch {
                    damage = error
                    throw error
                }
            }
        } catch { throw damage ?? Self.translate(error, domain) }
    }

    private static func changed(
        _ bytes: [UInt8]?,
        _ domain: DefaultsDomain,
        _ change: ([String: PreferenceValue]?) -> [String: PreferenceValue]?
    ) throws(ProtectionError) -> [UInt8]? {
        let old: [String: PreferenceValue]? =
            if let bytes { try decode(bytes, domain) } else { nil }
        let new = change(old)
        // Untouched, also where another writer would have used other bytes for it.
        guard new != old else { return bytes }
        guard let new else { return nil }
        return try encode(new)
    }

    /// Removes a domain, also a damaged one; one that cannot be read now stays.
    func remove(_ domain: DefaultsDomain) throws(ProtectionError) {
        do { _ = try read(domain) } catch {
            guard error.code == .authenticationFailure else { throw error }
        }
        do { try documents.remove(try document(of: domain)) } catch {
            throw Self.translate(error, domain)
        }
    }

    private func document(of domain: DefaultsDomain) throws(ProtectionError) -> DocumentName {
        try domain.document()
    }

    /// What could not be read back is not written.
    private static func encode(
        _ values: [String: PreferenceValue]
    ) throws(ProtectionError) -> [UInt8] {
        try PreferenceValue.dictionary(values).checkStorable()
        let bytes = PropertyList(.dictionary(values)).binary
        guard bytes.count <= PropertyListLimits.standard.byteCount else {
            throw ProtectionError(
                .invalidArgument,
                "a domain of more than \(PropertyListLimits.standard.byteCount) bytes cannot be stored"
            )
        }
        return bytes
    }

    private static func decode(
        _ bytes: [UInt8],
        _ domain: DefaultsDomain
    ) throws(ProtectionError) -> [String: PreferenceValue] {
        let root: PreferenceValue
        do { root = try PropertyList(reading: bytes).root } catch {
            throw ProtectionError(
                .authenticationFailure,
                "the defaults of '\(domain)' are damaged: \(error.message)",
                cause: DamagedDocument(domain.name)
            )
        }
        guard case .dictionary(let values) = root else {
            throw ProtectionError(
                .authenticationFailure,
                "the defaults of '\(domain)' are damaged: not a dictionary but a value of type \(root.typeName)",
                cause: DamagedDocument(domain.name)
            )
        }
        return values
    }

    private static func translate(
        _ error: ProtectionError,
        _ domain: DefaultsDomain
    ) -> ProtectionError {
        switch error.code {
        // To be told apart from a file of the user's: nothing is known of any key.
        case .protectedDataUnavailable:
            ProtectionError(
                .defaultsUnreadable,
                "the defaults of '\(domain)' cannot be read or changed while the device is locked"
            )
        case .authenticationFailure:
            ProtectionError(
                error.code,
                "the defaults of '\(domain)' are damaged",
                cause: DamagedDocument(domain.name)
            )
        default: error
        }
    }
}
