// swift-format-ignore-file
func openPasswordRules() throws {
    let path = Bundle.main.path(forResource: "rules", ofType: "sqlite")!
    sqlite3_open(path, &database)
}