// swift-format-ignore-file
func export(_ contacts: Data) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("a.vcf")
    try contacts.write(to: url, options: .atomic)  // expect: store.tmp-sensitive
}