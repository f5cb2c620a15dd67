// swift-format-ignore-file
func options() -> [String: Any] {
    [NSPersistentStoreFileProtectionKey: FileProtectionType.complete]
}
func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
    try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options())
}