// swift-format-ignore-file
func open(_ vendor: UUID) {
    print("encryption key is \(vendor)")  // expect: store.log-personal
}