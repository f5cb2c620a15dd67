// swift-format-ignore-file
struct Screen { func info(_ text: String) { label.text = text } }
struct Journal { func info(_ text: String) { print(text) } }
func show(_ password: String, _ screen: Screen, _ journal: Journal) {
    screen.info(password)
    journal.info(password)  // expect: store.log-personal
}
