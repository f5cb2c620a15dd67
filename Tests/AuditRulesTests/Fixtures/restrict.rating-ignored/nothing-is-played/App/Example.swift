// swift-format-ignore-file
func show(_ item: Item) { print(item.title) }