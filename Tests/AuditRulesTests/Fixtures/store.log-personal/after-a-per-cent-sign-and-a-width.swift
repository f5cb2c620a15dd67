// swift-format-ignore-file
func send(_ phoneNumber: String, _ share: Int) {
    os_log("%d %%, %*d to %{public}@", share, 8, share, phoneNumber)  // expect: store.log-personal
}