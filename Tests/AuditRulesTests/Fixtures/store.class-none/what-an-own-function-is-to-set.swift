// swift-format-ignore-file
func open(_ store: Store, _ url: URL) {
    Files.protect(url, as: FileProtectionType.none)  // expect: store.class-none
    store.protectionLevel = FileProtectionType.none  // expect: store.class-none
    store.fileProtection = .none  // expect: store.class-none
}