// swift-format-ignore-file
func a() { db.execute("SELECT * FROM a WHERE id = ?", [UIDevice.current.identifierForVendor!.uuidString]) }