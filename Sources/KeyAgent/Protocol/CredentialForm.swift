package import KeyManagement
import SodiumCrypto

/// What a credential in a frame's secret part is, and how many bytes of it there are.
package struct CredentialForm: Sendable, Equatable {
    package let kind: KeySlot.Kind
    package let byteCount: Int

    /// Describes a credential of a kind.
    package init(_ kind: KeySlot.Kind, byteCount: Int) {
        self.kind = kind
        self.byteCount = byteCount
    }

    /// Describes a credential.
    ///
    /// Inlined, it makes the optimizer of Swift 6.3.1 crash.
    @inline(never)
    package init(_ credential: borrowing KeyCredential) {
        switch credential {
        case .passcode(let passcode):
            kind = .passcode
            byteCount = passcode.bytes.count
        case .key(let key):
            kind = key.kind
            byteCount = key.secret.count
        }
    }

    /// Whether the bytes can be of the kind.
    private var isValid: Bool {
        switch kind {
        case .device, .pin: false
        case .passcode: (1...Passcode.byteLimit).contains(byteCount)
        case .recoveryKey: byteCount == RecoveryKey.byteCount
        case .keyFile: StrongKey.fileByteCounts.contains(byteCount)
        }
    }
}

extension CredentialForm: WireValue {
    package func write(to writer: inout ByteWriter) {
        writer.append(kind.rawValue)
        writer.append(UInt16(byteCount))
    }

    package init?(from reader: inout ByteReader) {
        guard let kind = reader.integer(UInt8.self).flatMap(KeySlot.Kind.init(rawValue:)),
            let count = reader.integer(UInt16.self)
        else { return nil }
        self.kind = kind
        byteCount = Int(count)
        guard isValid else { return nil }
    }
}

/// A slot that is to be made, but for its secret.
package struct NewKeyForm: Sendable, Equatable {
    package let form: CredentialForm
    package let name: String
    package let data: [UInt8]
    package let chip: PINChip?

    /// Describes a slot with a name.
    package init(name: String, _ form: CredentialForm, data: [UInt8], chip: PINChip? = nil) {
        self.form = form
        self.name = name
        self.data = data
        self.chip = chip
    }

    /// Describes a slot.
    package init(_ slot: borrowing NewKeySlot) {
        form = CredentialForm(slot.credential)
        name = slot.name
        data = slot.data
        chip = slot.chip
    }
}

extension NewKeyForm: WireValue {
    package func write(to writer: inout ByteWriter) {
        form.write(to: &writer)
        writer.append(text: name)
        writer.append(UInt16(data.count))
        writer.append(data)
        writer.append(optional: chip)
    }

    package init?(from reader: inout ByteReader) {
        guard let form = CredentialForm(from: &reader), let name = reader.name(),
            let count = reader.integer(UInt16.self), count <= KeySlot.dataByteLimit,
            let data = reader.bytes(Int(count)), form.kind == .recoveryKey || data.isEmpty,
            let chip = reader.optional(PINChip.self), chip == nil || form.kind == .passcode
        else { return nil }
        self.form = form
        self.name = name
        self.data = data
        self.chip = chip
    }
}

extension PINChip: WireValue {
    package func write(to writer: inout ByteWriter) {
        writer.append(text: address)
        writer.append(limit)
    }

    package init?(from reader: inout ByteReader) {
        guard let count = reader.integer(UInt16.self),
            (1...SealedKeyFile.addressByteLimit).contains(Int(count)),
            let address = reader.bytes(Int(count)).flatMap({
                String(validating: $0, as: UTF8.self)
            }),
            let limit = reader.integer(UInt32.self), Self.limits.contains(limit)
        else { return nil }
        self.init(address: address, limit: limit)
    }
}

extension ByteWriter {
    /// A value, or that there is none.
    mutating func append(optional value: (some WireValue)?) {
        append(value != nil)
        value?.write(to: &self)
    }
}

extension ByteReader {
    /// Nil when there is neither a value nor the note that there is none.
    mutating func optional<Value: WireValue>(_ type: Value.Type) -> Value?? {
        guard let isThere = flag() else { return nil }
        guard isThere else { return .some(nil) }
        return Value(from: &self).map { .some($0) }
    }
}
