// swift-format-ignore-file
func play(_ url: URL) { AVPlayer(url: url).play() }