// swift-format-ignore-file
func save(password: String) throws {
    let realm = try Realm()
}