// swift-format-ignore-file
struct Player {
    let name = "com.example.content-rating"
    func play(_ items: [AVPlayerItem]) { AVQueuePlayer(items: items).play() }  // expect: restrict.rating-ignored
}