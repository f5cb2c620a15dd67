package import KeyManagement
package import ProtectionModel

extension ProtectionClass: WireValue {
    package func write(to writer: inout ByteWriter) {
        writer.append(rawValue)
    }

    package init?(from reader: inout ByteReader) {
        guard let value = reader.integer(UInt8.self) else { return nil }
        self.init(rawValue: value)
    }
}

extension FileID: WireValue {
    package func write(to writer: inout ByteWriter) {
        writer.append(bytes)
    }

    package init?(from reader: inout ByteReader) {
        guard let bytes = reader.bytes(16) else { return nil }
        self.init(bytes)
    }
}

extension WrappedKey: WireValue {
    package func write(to writer: inout ByteWriter) {
        protection.write(to: &writer)
        writer.append(UInt8(bytes.count))
        writer.append(bytes)
    }

    package init?(from reader: inout ByteReader) {
        // A length that is wrong for the class is a damaged file, which the holder names as such.
        guard let protection = ProtectionClass(from: &reader),
            let count = reader.integer(UInt8.self), let bytes = reader.bytes(Int(count))
        else { return nil }
        self.init(protection: protection, bytes: bytes)
    }
}

extension NewKeyRequest: WireValue {
    package func write(to writer: inout ByteWriter) {
        fileID.write(to: &writer)
        protection.write(to: &writer)
    }

    package init?(from reader: inout ByteReader) {
        guard let fileID = FileID(from: &reader), let protection = ProtectionClass(from: &reader)
        else { return nil }
        self.init(fileID: fileID, protection: protection)
    }
}

extension UnwrapRequest: WireValue {
    package func write(to writer: inout ByteWriter) {
        fileID.write(to: &writer)
        wrapped.write(to: &writer)
    }

    package init?(from reader: inout ByteReader) {
        guard let fileID = FileID(from: &reader), let wrapped = WrappedKey(from: &reader)
        else { return nil }
        self.init(wrapped, fileID: fileID)
    }
}
