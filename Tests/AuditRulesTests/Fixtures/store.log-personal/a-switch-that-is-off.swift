// swift-format-ignore-file
func Log(_ content: String, level: Int = 0, save: Bool = true) {
    if save { archive.add(content) }
}
func LogAlways(_ content: String, quietly: Bool) { archive.add(content) }
func show(_ password: String) {
    Log("signed in with \(password)")  // expect: store.log-personal
    Log("signed in with \(password)", save: true)  // expect: store.log-personal
}
