// swift-format-ignore-file
func a(_ passwordDB: OpaquePointer) {
    let id = UIDevice.current.identifierForVendor?.uuidString ?? ""
    sqlite3_exec(passwordDB, "PRAGMA user_version = '\(id)'", nil, nil, nil)
}