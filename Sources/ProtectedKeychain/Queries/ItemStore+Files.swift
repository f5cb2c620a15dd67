import KeyManagement
import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// Items and their documents.
extension ItemStore {
    /// How often an item is looked at again that changes meanwhile.
    private static let attempts = 16

    /// All items in the order in which they were added, as far as every lock state shows them.
    struct Labels {
        var found: [Found] = []
        /// Why an item cannot be told; nil when all can.
        var damage: ProtectionError?

        /// - Throws: when one is damaged.
        var whole: [Found] {
            get throws {
                if let damage { throw damage }
                return found
            }
        }
    }

    /// All items, without those that are damaged.
    func labels(_ files: FileStore, _ folder: DevicePath) throws -> Labels {
        var labels = Labels()
        for name in try files.names(in: folder) {
            do {
                guard let label = try label(of: name, files, folder) else { continue }
                let reference = ItemReference(label.itemClass, name: name)
                labels.found.append(Found(reference: reference, label: label))
            } catch let error as ProtectionError where error.code == .authenticationFailure {
                labels.damage = error
            }
        }
        labels.found.sort {
            ($0.label.order, $0.reference.name) < ($1.label.order, $1.reference.name)
        }
        return labels
    }

    /// Nil when the item is gone.
    private func label(
        of name: String,
        _ files: FileStore,
        _ folder: DevicePath
    ) throws -> ItemLabel? {
        do {
            let attributes = try files.extendedAttributes(of: folder.appending(name))
            guard let bytes = attributes[ItemLabel.attribute] else {
                throw ProtectionError(damagedItem: name)
            }
            return try ItemLabel(bytes, of: name)
        } catch let error as ProtectionError where error.code == .notFound {
            return nil
        }
    }

    /// Those that match, with nothing read.
    ///
    /// - Throws: when there is none, and a damaged one might be it.
    func candidates(
        _ query: ItemQuery,
        _ files: FileStore,
        _ folder: DevicePath
    ) throws -> [Found] {
        let labels = try labels(files, folder)
        let found = labels.found.filter { matches($0, query) }
        if found.isEmpty, let damage = labels.damage { throw damage }
        return found
    }

    func matches(_ found: Found, _ query: ItemQuery) -> Bool {
        let label = found.label
        guard label.itemClass == query.itemClass, isEntitled(to: label) else { return false }
        if let reference = query.reference, reference != found.reference { return false }
        return query.conditions.allSatisfy { label.has($0.key, $0.value) }
    }

    private func isEntitled(to label: ItemLabel) -> Bool {
        switch groups {
        case .all: true
        case .these(let groups):
            groups.contains { label.has(ItemAttribute.group, .text($0)) }
        }
    }

    /// The item with its content; nil when it does not match any more, or is to be left out.
    ///
    /// The content is opened whatever is returned: the platform opens what it found, too, before it
    /// looks at what is asked for (`SecItemDb.c`, `s3dl_query_row`).
    func opened(
        _ candidate: Found,
        _ query: ItemQuery,
        _ files: FileStore,
        _ folder: DevicePath
    ) throws -> Found? {
        var candidate = candidate
        for _ in 0..<Self.attempts {
            let found: Found?
            let path = try folder.appending(candidate.reference.name)
            do { found = try read(candidate, files, folder) } catch let error as ProtectionError {
                if error.code == .protectedDataUnavailable {
                    DeviceDocuments.note(.refused(path, isRead: !query.returns.isEmpty))
                }
                guard error.code == .notFound else { throw error }
                return nil
            }
            // It is known, and nobody takes it for missing.
            DeviceDocuments.note(.read(path))
            guard let label = try label(of: candidate.reference.name, files, folder) else {
                return nil
            }
            if label == candidate.label {
                guard found?.item?.needsPerson == true,
                    !query.returns.isDisjoint(with: [.data, .reference])
                else { return found }
                guard query.question == .skipped else { throw ProtectionError.needsPerson }
                return nil
            }
            candidate = Found(reference: candidate.reference, label: label)
            guard matches(candidate, query) else { return nil }
        }
        throw ProtectionError(.busy, "a keychain item changes again and again")
    }

    /// The item with its content.
    func read(_ found: Found, _ files: FileStore, _ folder: DevicePath) throws -> Found {
        let file = try files.open(try folder.appending(found.reference.name), .read)
        defer { try? file.close() }
        let content = try file.content(at: 0, count: Int(file.size))
        return Found(
            reference: found.reference,
            label: found.label,
            item: try KeychainItem(content, of: found.reference.name)
        )
    }

    /// Puts an item in the place of its document, or makes it.
    func save(
        _ item: KeychainItem,
        _ name: String,
        order: UInt64,
        _ files: FileStore,
        _ folder: DevicePath
    ) throws -> ItemLabel {
        let label = ItemLabel(item, order: order, salt: documents.keys.random.bytes(16))
        var extended = ExtendedAttributes()
        try extended.set(ItemLabel.attribute, label.bytes)
        if item.accessibility.isBoundToPasscode {
            try extended.set(DeviceDocuments.passcodeMark, [])
        }
        _ = try files.write(
            WipedSource(item.content()),
            to: folder.appending(name),
            as: item.accessibility.protection,
            attributes: NewAttributes(mode: 0o600, extended: extended)
        )
        return label
    }
}
