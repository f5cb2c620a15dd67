// swift-format-ignore-file
func notify(_ text: String) {
    let content = UNMutableNotificationContent()
    content.body = text
}
func tell(_ news: News, _ password: String) {
    notify(news.headline)
    check(password)
}
