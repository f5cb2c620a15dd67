import ProtectionModel
import SodiumCrypto

/// What goes to the service.
///
/// Only what a save changes is sealed anew. Values that are not changed stay as they came, be they
/// open or not: so nothing is lost that cannot be opened now. Where the service promises that
/// nobody saved the record meanwhile, what is under an older key of the zone is wrapped anew.
final class RecordSealing {
    private let pass: SealingPass
    private let policy: SavePolicy
    private let place: SealedRecord
    private var record: Record
    private var keys: (zone: KeyBox, tag: String)?
    private var saveKey: SaveKey?
    /// What the code of the request is made of; nil for one without a token.
    private var content: ByteWriter?

    /// The record key of the save, and how the service gets it.
    private final class SaveKey {
        let secret: SecureBytes
        let wrapped: WrappedKey

        init(_ secret: consuming SecureBytes, _ wrapped: WrappedKey) {
            self.secret = secret
            self.wrapped = wrapped
        }
    }

    /// A record as the service gets it.
    struct Sealed {
        let record: Record
        /// What tells the record from others in a request of the same token; nil where nothing is
        /// encrypted.
        ///
        /// Sealed bytes cannot: they are others each time.
        let code: [UInt8]?
        /// The tag of the list of keys that was used; nil for none.
        let tag: String?
    }

    init(_ record: Record, _ policy: SavePolicy, token: [UInt8]?, _ pass: SealingPass) {
        self.pass = pass
        self.policy = policy
        self.record = record
        place = pass.place(of: record)
        content = token.map { token in
            var content = pass.place(of: record).binding("request")
            content.append(token)
            return content
        }
    }

    /// Seals the record.
    ///
    /// - Throws: `ProtectionError` with `protected-data-unavailable`, `invalid-argument`,
    ///   `limit-exceeded`, `asset-modified`, and what the service says.
    func seal() throws(ProtectionError) -> Sealed {
        try sealValues()
        try sealAssets()
        let code = try requestCode()
        if policy == .ifUnchanged, record.metadata != nil { try rewrap() }
        return Sealed(record: record, code: code, tag: keys?.tag)
    }

    private func isSaved(_ key: String) -> Bool {
        record.metadata == nil || policy == .allKeys || record.changedKeys.contains(key)
    }

    private func zoneKey() throws(ProtectionError) -> KeyBox {
        if let keys { return keys.zone }
        let current = try pass.currentKey(in: record.id.zone)
        keys = (current.key, current.tag)
        return current.key
    }

    // MARK: Values

    private func sealValues() throws(ProtectionError) {
        for key in record.changedKeys {
            if case .sealed = record.fields[key] {
                throw ProtectionError(
                    .invalidArgument,
                    "'\(key)': a sealed value belongs where it is; set the opened one"
                )
            }
        }
        for (name, result) in record.encrypted.sorted(by: { $0.key < $1.key })
        where isSaved(name) {
            // Who wants all keys as they are here has to have them.
            let value = try result.get()
            let type = try type(of: value, named: name)
            try pass.database.container.service.limits.check(value, of: name, in: record.id.zone)
            let key = try recordKey()
            let field = try sealing {
                try SealedField(
                    value,
                    of: type,
                    named: name,
                    in: self.place,
                    under: key.secret,
                    wrappedAs: key.wrapped,
                    random: self.pass.sealer.holder.random
                )
            }
            content?.append(name)
            content?.append(value)
            record.setStored(.sealed(field.value), for: name)
        }
    }

    private func type(
        of value: RecordValue,
        named name: String
    ) throws(ProtectionError) -> RecordFieldType {
        if let type = RecordFieldType(of: value) {
            guard type.base.isEncryptable, !type.isEncrypted else {
                throw ProtectionError(
                    .invalidArgument,
                    "'\(name)': values of type \(type.base.rawValue) are never encrypted"
                )
            }
            return type
        }
        // A list without values is one of any type, unless the field had some.
        guard case .sealed(let old) = record.ancestor?.fields[name], old.type.isList else {
            throw ProtectionError(
                .invalidArgument,
                "'\(name)': the first list that is encrypted has a value"
            )
        }
        return old.type
    }

    private func recordKey() throws(ProtectionError) -> SaveKey {
        if let saveKey { return saveKey }
        let zoneKey = try zoneKey()
        let random = pass.sealer.holder.random
        let key = try sealing {
            let secret = try KeyBox.random(
                random,
                group: zoneKey.secret.group,
                arena: zoneKey.secret.arena
            )
            let wrapped = try WrappedKey(
                secret,
                under: zoneKey.secret,
                id: zoneKey.id,
                authenticating: self.place.binding("record key").bytes,
                random: random
            )
            return SaveKey(secret, wrapped)
        }
        saveKey = key
        return key
    }

    // MARK: Assets

    private func sealAssets() throws(ProtectionError) {
        for (name, value) in record.fields.sorted(by: { $0.key < $1.key })
        where !value.assets.isEmpty && isSaved(name) {
            let sealed = try value.mapAssets { (asset, index) throws(ProtectionError) in
                try self.sealed(asset, for: self.origin(name, index))
            }
            record.setStored(sealed, for: name)
        }
    }

    private func origin(_ name: String, _ index: Int) -> RecordAsset.Origin {
        RecordAsset.Origin(record: record.id, type: record.type, field: name, index: index)
    }

    private func sealed(
        _ asset: RecordAsset,
        for origin: RecordAsset.Origin
    ) throws(ProtectionError) -> RecordAsset {
        if let source = asset.source {
            let zoneKey = try zoneKey()
            let upload = try AssetUpload(source, limit: pass.database.container.service.limits)
            content?.append(origin.field)
            for number in [upload.version.byteCount] + upload.version.marks {
                content?.append(number: number)
            }
            return try sealing { try upload.seal(under: zoneKey, for: origin, self.pass) }
        }
        guard let old = asset.origin else {
            throw ProtectionError(
                .invalidArgument,
                "'\(origin.field)': an asset comes from a source, or from a record"
            )
        }
        content?.append(origin.field)
        content?.append(asset.digest)
        return old == origin ? asset : try rewrapped(asset, from: old, to: origin)
    }

    /// An asset whose key is wrapped anew: for another record that has it, or under a newer key.
    private func rewrapped(
        _ asset: RecordAsset,
        from old: RecordAsset.Origin,
        to new: RecordAsset.Origin
    ) throws(ProtectionError) -> RecordAsset {
        let key = try pass.assetKey(of: asset, from: old)
        let zoneKey = try zoneKey()
        return try sealing {
            try asset.sealed(key.secret, under: zoneKey, for: new, self.pass)
        }
    }

    // MARK: Older keys

    private func rewrap() throws(ProtectionError) {
        let isSealed = record.fields.contains { name, value in
            if isSaved(name) { return false }
            if case .sealed = value { return true }
            return !value.assets.isEmpty
        }
        guard isSealed else { return }
        do throws(ProtectionError) {
            let current = try zoneKey()
            for (name, value) in record.fields where !isSaved(name) {
                guard let new = try rewrapped(value, named: name, current) else { continue }
                record.setStored(new, for: name)
                record.markChanged(name)
            }
        } catch {
            // They stay as they are.
            guard error.isOfOneValue else { throw error }
        }
    }

    /// The value under the zone's newest key; nil when it is, or cannot be.
    private func rewrapped(
        _ value: RecordValue,
        named name: String,
        _ current: KeyBox
    ) throws(ProtectionError) -> RecordValue? {
        do throws(ProtectionError) {
            if case .sealed(let sealed) = value {
                let field = try SealedField(sealed)
                guard field.key.id != current.id else { return nil }
                let old = try pass.key(field.key.id, in: record.id.zone)
                let binding = place.binding("record key").bytes
                return try sealing {
                    let key = try field.key.open(under: old.secret, authenticating: binding)
                    let wrapped = try WrappedKey(
                        key,
                        under: current.secret,
                        id: current.id,
                        authenticating: binding,
                        random: self.pass.sealer.holder.random
                    )
                    return .sealed(field.rewrapped(as: wrapped).value)
                }
            }
            guard value.assets.contains(where: { $0.wrappedKey?.id != current.id }) else {
                return nil
            }
            return try value.mapAssets { (asset, index) throws(ProtectionError) in
                let origin = self.origin(name, index)
                return try self.rewrapped(asset, from: origin, to: origin)
            }
        } catch {
            guard error.isOfOneValue else { throw error }
            return nil
        }
    }

    // MARK: Requests

    private func requestCode() throws(ProtectionError) -> [UInt8]? {
        guard let zoneKey = keys?.zone, let content = content?.bytes else { return nil }
        return try sealing {
            let key = try SecureBytes(
                count: 32,
                group: zoneKey.secret.group,
                arena: zoneKey.secret.arena
            )
            let info = Array("protection-toolkit request key 1".utf8)
            try HKDFSHA512.expand(zoneKey.secret, info: info, into: key)
            return try KeyedHash.code(of: content.span.bytes, count: 32, key: key)
        }
    }
}

extension Record {
    /// Whether anything in it is encrypted, or is to be.
    var hasSecrets: Bool {
        !encrypted.isEmpty
            || fields.values.contains { value in
                if case .sealed = value { true } else { !value.assets.isEmpty }
            }
    }
}

extension RecordValue {
    /// The value with other assets.
    func mapAssets(
        _ body: (RecordAsset, Int) throws(ProtectionError) -> RecordAsset
    ) throws(ProtectionError) -> RecordValue {
        switch self {
        case .asset(let asset): return .asset(try body(asset, 0))
        case .list(let values):
            var mapped: [RecordValue] = []
            for (index, value) in values.enumerated() {
                guard case .asset(let asset) = value else { return self }
                mapped.append(.asset(try body(asset, index)))
            }
            return .list(mapped)
        default: return self
        }
    }
}
