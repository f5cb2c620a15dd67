// swift-format-ignore-file
final class Sender {
    func send(url: URL, to thread: Thread) {
        queue.async {
            guard let message = self.make(thread) else {  // expect: store.cleanup-missed
                return
            }
            Files.encrypt(url, to: message.path) { error in
                try? FileManager.default.removeItem(at: url)
                message.error = error
            }
        }
    }
}
