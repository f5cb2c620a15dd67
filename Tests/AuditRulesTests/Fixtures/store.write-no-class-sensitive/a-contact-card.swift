// swift-format-ignore-file
func share(_ people: [CNContact], _ text: String, _ folder: URL) throws {
    let card = try CNContactVCardSerialization.data(with: people)
    try card.write(to: folder.appendingPathComponent("file"))  // expect: store.write-no-class-sensitive
    try text.write(to: folder.appendingPathComponent("one.vcf"), atomically: true, encoding: .utf8)  // expect: store.write-no-class-sensitive
    try text.write(to: folder.appendingPathComponent("one.txt"), atomically: true, encoding: .utf8)
}
