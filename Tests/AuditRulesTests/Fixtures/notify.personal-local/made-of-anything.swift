// swift-format-ignore-file
func notify(_ item: Item) {
    let content = UNMutableNotificationContent()
    // A guess: nobody says what it is.
    content.body = "\(item.author): \(item.words)"  // expect: notify.personal-local
}
func remind(_ item: Item) {
    let content = UNMutableNotificationContent()
    // One finding for all of them.
    content.title = item.heading
}
