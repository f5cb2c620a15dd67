// swift-format-ignore-file
class Delegate {
    func show() {
        data = try? Data(contentsOf: url)
    }
}