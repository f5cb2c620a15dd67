// swift-format-ignore-file
import ContentRestrictions
func play(_ item: Item) { AVPlayer(url: item.url).play() }