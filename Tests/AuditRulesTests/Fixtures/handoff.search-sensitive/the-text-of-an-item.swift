// swift-format-ignore-file
func index(_ entry: Entry) {
    let attributes = CSSearchableItemAttributeSet(itemContentType: "public.text")
    attributes.title = entry.heading
    attributes.contentDescription = entry.content.string
    let item = CSSearchableItem(uniqueIdentifier: entry.id, domainIdentifier: "a", attributeSet: attributes)  // expect: handoff.search-sensitive
    CSSearchableIndex.default().indexSearchableItems([item])
}
func indexHelp() {
    let attributes = CSSearchableItemAttributeSet(itemContentType: "public.text")
    attributes.contentDescription = "How to begin"
    let item = CSSearchableItem(uniqueIdentifier: "help", domainIdentifier: "b", attributeSet: attributes)
    CSSearchableIndex.default().indexSearchableItems([item])
}
