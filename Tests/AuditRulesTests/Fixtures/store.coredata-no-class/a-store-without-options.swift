// swift-format-ignore-file
func open(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws {
    try coordinator.addPersistentStore(  // expect: store.coredata-no-class
        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
}