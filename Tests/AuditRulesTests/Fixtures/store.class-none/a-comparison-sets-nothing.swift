// swift-format-ignore-file
func isPlain(_ path: String) throws -> Bool {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return attributes[.protectionKey] as? FileProtectionType == FileProtectionType.none
}