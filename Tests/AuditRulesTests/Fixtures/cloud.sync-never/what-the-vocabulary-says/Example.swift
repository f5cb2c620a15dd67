// swift-format-ignore-file
func fill(_ record: CKRecord, _ message: Message) {
    record["a"] = message.messageText  // expect: cloud.sync-never
    record["b"] = message.topic
}
