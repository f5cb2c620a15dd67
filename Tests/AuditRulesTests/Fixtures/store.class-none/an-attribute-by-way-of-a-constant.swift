// swift-format-ignore-file
let attributes: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.none]
func open(_ path: String) throws {
    try FileManager.default.setAttributes(attributes, ofItemAtPath: path)  // expect: store.class-none
}