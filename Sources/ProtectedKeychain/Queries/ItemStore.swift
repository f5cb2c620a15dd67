import KeyManagement
package import ProtectedStore
import ProtectionModel
import SodiumCrypto

/// The items of a device, one document each: what the four calls do.
///
/// An item is one file that is replaced whole, so that it is there before or after a change and never
/// in between, nor twice. Changes hold the lock of the device's documents.
package struct ItemStore: Sendable {
    /// An item that was found; its content only where it was asked for.
    package struct Found: Sendable {
        package let reference: ItemReference
        let label: ItemLabel
        package var item: KeychainItem?

        /// When it can be used.
        package var accessibility: Accessibility { label.accessibility }
    }

    /// Which access groups an application is entitled to.
    package enum Groups: Sendable, Hashable {
        /// These; the first is that of new items.
        case these([String])
        /// Those of every application, for the tool.
        case all
    }

    let documents: DeviceDocuments
    let groups: Groups

    /// The items of a device that an application may use.
    package init(_ documents: DeviceDocuments, _ groups: Groups) {
        self.documents = documents
        self.groups = groups
    }

    // MARK: The four calls

    /// Adds an item.
    ///
    /// - Throws: `ProtectionError` with `already-exists`, `protected-data-unavailable`,
    ///   `invalid-argument`, `permission-denied`, `passcode-not-set`, and the store's.
    package func add(_ query: ItemQuery) throws -> Found {
        let item = try newItem(query)
        try prepare()
        let protection = item.accessibility.protection
        return try documents.changing(
            .keychain,
            .save,
            as: protection,
            about: query.subject
        ) { files, folder in
            try checkPasscode(item.accessibility)
            let known = try labels(files, folder).found
            // The platform seals the new item before it looks for another like it, so that "locked"
            // comes before "there already" (`SecDbItem.c`, `SecDbItemDoInsert`).
            do { try checkCreatable(item.accessibility) } catch {
                DeviceDocuments.note(.notMade)
                throw error
            }
            if let twin = known.first(where: { $0.label.isSame(item) }) {
                // It looks into the other one, too, before it says so (`SecDbItemIsCorrupt`).
                _ = try read(twin, files, folder)
                throw ProtectionError.duplicateItem(item)
            }
            let name = ItemReference.name(documents.keys.random.bytes(16))
            let order = (known.map(\.label.order).max() ?? 0) + 1
            let label = try save(item, name, order: order, files, folder)
            DeviceDocuments.note(.made)
            return Found(
                reference: ItemReference(item.itemClass, name: name),
                label: label,
                item: item
            )
        }
    }

    /// The items that match, in the order in which they were added; at least one.
    ///
    /// - Throws: `ProtectionError` with `not-found`; `protected-data-unavailable` when one of those
    ///   that are to be returned cannot be read now; `permission-denied`.
    package func matching(_ query: ItemQuery) throws -> [Found] {
        try checkEntitlement(query)
        try prepare()
        let limit =
            switch query.limit {
            case nil, .one: 1
            case .several(let count): count
            case .all: Int.max
            }
        let found = try documents.reading(.keychain, about: query.subject) { files, folder in
            var found: [Found] = []
            for candidate in try candidates(query, files, folder) where found.count < limit {
                guard let match = try opened(candidate, query, files, folder) else { continue }
                found.append(match)
            }
            return found
        }
        guard let found, !found.isEmpty else { throw ProtectionError.itemNotFound }
        return found
    }

    /// Changes every item that matches, all or none unless the disk fails in between.
    ///
    /// - Throws: `ProtectionError` as ``add(_:)``, and `not-found`.
    package func update(_ query: ItemQuery, _ change: ItemChange) throws {
        try checkEntitlement(query)
        if let group = change.attributes[ItemAttribute.group]?.text { try checkEntitlement(group) }
        try prepare()
        try documents.changing(.keychain, about: query.subject) { files, folder in
            let known = try labels(files, folder).found
            let found = try candidates(query, files, folder)
                .map { try read($0, files, folder) }
            guard !found.isEmpty else { throw ProtectionError.itemNotFound }
            let new = try found.map { try changed($0, change) }
            try checkUnique(new, insteadOf: found, among: known)
            for (old, item) in zip(found, new) {
                let name = old.reference.name
                _ = try save(item, name, order: old.label.order, files, folder)
                if change.secret != nil {
                    DeviceDocuments.note(.replaced(try folder.appending(name)))
                }
            }
        }
    }

    /// Removes every item that matches, in every lock state.
    ///
    /// - Throws: `ProtectionError` with `not-found`, `permission-denied`.
    package func delete(_ query: ItemQuery) throws {
        try checkEntitlement(query)
        try prepare()
        try documents.changing(.keychain, .remove, about: query.subject) { files, folder in
            let found = try candidates(query, files, folder)
            guard !found.isEmpty else { throw ProtectionError.itemNotFound }
            for item in found {
                let path = try folder.appending(item.reference.name)
                try files.remove(path)
                DeviceDocuments.note(.removed(path))
            }
        }
    }

    /// Every item, with its content where the lock state lets it be read; for the tool.
    package func all() throws -> [Found] {
        try prepare()
        return try documents.reading(.keychain) { files, folder in
            try labels(files, folder).whole.compactMap { candidate in
                do { return try read(candidate, files, folder) } catch let error as ProtectionError
                {
                    // Removed meanwhile.
                    if error.code == .notFound { return nil }
                    guard error.code == .protectedDataUnavailable else { throw error }
                    return candidate
                }
            }
        } ?? []
    }

    // MARK: What may be

    /// Nothing that lived with a passcode is left without it.
    private func prepare() throws { try documents.removePasscodeBound() }

    private func newItem(_ query: ItemQuery) throws -> KeychainItem {
        let group: String
        switch (query.attributes[ItemAttribute.group]?.text, groups) {
        case (let named?, _): group = named
        case (nil, .these(let groups)): group = groups.first ?? ""
        case (nil, .all): group = ""
        }
        try checkEntitlement(group)
        var attributes = query.attributes
        for attribute in ItemAttribute.all(of: query.itemClass) {
            attributes[attribute.name] = attributes[attribute.name] ?? attribute.initial
        }
        attributes[ItemAttribute.group] = .text(group)
        attributes[ItemAttribute.accessibility] = nil
        let now = now
        attributes[ItemAttribute.created] = now
        attributes[ItemAttribute.modified] = now
        // Certificates can always be read (`SecDbQuery.c`, `query_infer_keyclass`).
        let usual: Accessibility = query.itemClass == .certificate ? .always : .whenUnlocked
        let item = KeychainItem(
            query.itemClass,
            query.access ?? ItemAccess(usual),
            attributes,
            query.secret
        )
        try item.checkIsPossible()
        return item
    }

    private func changed(_ found: Found, _ change: ItemChange) throws -> KeychainItem {
        guard var item = found.item else { throw ProtectionError.itemNotFound }
        guard !item.needsPerson else { throw ProtectionError.needsPerson }
        item.attributes.merge(change.attributes) { $1 }
        item.attributes[ItemAttribute.accessibility] = nil
        item.attributes[ItemAttribute.modified] = now
        if let access = change.access {
            item.accessibility = access.accessibility
            item.flags = access.flags
        }
        item.secret = change.secret ?? item.secret
        try item.checkIsPossible()
        try checkPasscode(item.accessibility)
        try checkCreatable(item.accessibility)
        return item
    }

    /// - Throws: `ProtectionError` with `already-exists` when two items would be alike.
    private func checkUnique(
        _ items: [KeychainItem],
        insteadOf old: [Found],
        among known: [Found]
    ) throws {
        let changed = Set(old.map(\.reference.name))
        let others = known.filter { !changed.contains($0.reference.name) }
        var keys: Set<[String: [UInt8]]> = []
        for item in items {
            let key = item.primaryKey.mapValues(\.searchBytes)
            guard keys.insert(key).inserted, !others.contains(where: { $0.label.isSame(item) })
            else { throw ProtectionError.duplicateItem(item) }
        }
    }

    private func checkPasscode(_ accessibility: Accessibility) throws {
        guard accessibility.isBoundToPasscode else { return }
        guard try documents.keys.status().hasPasscode else {
            throw ProtectionError(
                keychain: KeychainRefusal.authenticationFailed,
                .passcodeNotSet,
                "the device has no passcode for the item to live with"
            )
        }
    }

    private func checkCreatable(_ accessibility: Accessibility) throws {
        let status = try documents.keys.status()
        guard accessibility.protection.isCreatable(in: status.state) else {
            throw ProtectionError(
                .protectedDataUnavailable,
                "a keychain item that is accessible '\(accessibility.name)' cannot be written now"
            )
        }
    }

    private func checkEntitlement(_ query: ItemQuery) throws {
        if let group = query.attributes[ItemAttribute.group]?.text { try checkEntitlement(group) }
        if case .these(let groups) = groups, groups.isEmpty {
            throw ProtectionError.missingEntitlement("")
        }
    }

    private func checkEntitlement(_ group: String) throws {
        guard case .these(let groups) = groups else { return }
        guard groups.contains(group) else { throw ProtectionError.missingEntitlement(group) }
    }

    private var now: ItemValue {
        let time = documents.keys.clock.wallTime()
        return .date(Double(time.seconds) + Double(time.nanoseconds) / 1e9)
    }
}
