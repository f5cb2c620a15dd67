// swift-format-ignore-file
func index(_ account: Account) {
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.contentDescription = account.password
    let item = CSSearchableItem(uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: attributes)  // expect: handoff.search-sensitive
}