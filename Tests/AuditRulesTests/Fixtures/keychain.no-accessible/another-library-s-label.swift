// swift-format-ignore-file
func a() { store.set("1", forKey: "attempts", withAccess: nil) }
