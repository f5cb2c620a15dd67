// swift-format-ignore-file
enum Keys: String { case movies = "com.apple.content-rating.MovieRating" }
func play(_ item: Item) { AVPlayer(url: item.url).play() }