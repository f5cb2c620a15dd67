// swift-format-ignore-file
func advertise(_ activity: NSUserActivity, _ title: String) {
    activity.title = title
    activity.isEligibleForPublicIndexing = true
}
func show(_ activity: NSUserActivity, _ note: Note) {
    advertise(activity, note.messageBody)  // expect: handoff.public-index
    advertise(activity, note.topic)
}
