// swift-format-ignore-file
func open(_ coordinator: NSPersistentStoreCoordinator) throws {
    try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
}