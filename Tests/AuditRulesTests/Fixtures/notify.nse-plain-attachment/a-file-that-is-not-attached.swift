// swift-format-ignore-file
func save(_ blob: Data, to url: URL) throws { try box.decrypt(blob).write(to: url) }
