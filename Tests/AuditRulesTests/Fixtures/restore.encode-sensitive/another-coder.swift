// swift-format-ignore-file
func encode(with coder: NSCoder) { coder.encode(draft, forKey: "draft") }