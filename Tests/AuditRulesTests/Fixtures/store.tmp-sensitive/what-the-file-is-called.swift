// swift-format-ignore-file
func share(_ text: String, _ other: String) throws {
    let name = "wallet_keystore_export_\(UUID().uuidString).json"
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    // A guess by its name.
    try text.data(using: .utf8)!.write(to: place)  // expect: store.tmp-sensitive
    let page = FileManager.default.temporaryDirectory.appendingPathComponent("page.html")
    try other.data(using: .utf8)!.write(to: page)
}
