// swift-format-ignore-file
func open() {
    register(NSPersistentContainer.self)
    let name = NSPersistentContainer.defaultDirectoryURL()
}