// swift-format-ignore-file
func explain() { show("NSFileProtectionNone means no protection") }