// swift-format-ignore-file
func parse(_ text: String) {
    do { try read(text) } catch { print("failed: \(error)") }
}
