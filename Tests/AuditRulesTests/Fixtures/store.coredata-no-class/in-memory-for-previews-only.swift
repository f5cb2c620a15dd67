// swift-format-ignore-file
final class Stack {
    let container: NSPersistentContainer
    init(inMemory: Bool = false) {
        container = NSPersistentContainer(name: "Model")  // expect: store.coredata-no-class
        if inMemory {
            container.persistentStoreDescriptions.first?.type = NSInMemoryStoreType
        }
    }
}
func open(inMemory: Bool) {
    let container = NSPersistentContainer(name: "Model")  // expect: store.coredata-no-class
    let description = NSPersistentStoreDescription()
    description.type = inMemory ? NSInMemoryStoreType : NSSQLiteStoreType
}
func openTemplate(inMemory: Bool) {
    let container = NSPersistentContainer(name: "Model")  // expect: store.coredata-no-class
    if inMemory {
        container.persistentStoreDescriptions.first!.url = URL(fileURLWithPath: "/dev/null")
    }
}