// swift-format-ignore-file
func store(password: String) throws {
    queue = try DatabaseQueue()
    sqlite3_open(":memory:", &database)
}