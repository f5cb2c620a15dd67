// swift-format-ignore-file
final class Stack {
    func addPersistentStore(to coordinator: NSPersistentStoreCoordinator) {
        prepare(coordinator)
    }
    func open(_ coordinator: NSPersistentStoreCoordinator) {
        addPersistentStore(to: coordinator)
    }
}
