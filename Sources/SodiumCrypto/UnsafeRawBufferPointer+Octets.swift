/// Something to point at when there are no bytes: libsodium takes no null pointers.
private nonisolated(unsafe) let nowhere = UnsafeMutableRawPointer.allocate(
    byteCount: 1,
    alignment: 16
)

extension UnsafeRawBufferPointer {
    /// The bytes as C sees them.
    var octets: UnsafePointer<UInt8> {
        (baseAddress ?? UnsafeRawPointer(nowhere)).assumingMemoryBound(to: UInt8.self)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The bytes as C sees them.
    var octets: UnsafeMutablePointer<UInt8> {
        (baseAddress ?? nowhere).assumingMemoryBound(to: UInt8.self)
    }
}
