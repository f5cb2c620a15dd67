// swift-format-ignore-file
func notify(_ text: String) {
    let content = UNMutableNotificationContent()
    content.body = text
}
func tell(_ reading: Reading) {
    notify("Your blood glucose is \(reading.bloodGlucose)")  // expect: notify.personal-local
    notify("Your sensor is \(reading.dayCount) days old")
}
