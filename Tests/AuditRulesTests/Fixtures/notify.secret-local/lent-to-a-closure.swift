// swift-format-ignore-file
func notify(_ otp: String) {
    add(with(UNMutableNotificationContent()) {
        $0.title = "Your code"
        $0.body = otp  // expect: notify.secret-local
    })
}
