package import KeyManagement

/// As in the keybag.
extension DeviceSettings: WireValue {
    package func write(to writer: inout ByteWriter) { append(to: &writer) }
}
