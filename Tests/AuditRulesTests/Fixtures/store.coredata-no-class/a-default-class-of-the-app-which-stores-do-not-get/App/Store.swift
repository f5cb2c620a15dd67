// swift-format-ignore-file
let container = NSPersistentContainer(name: "Model")  // expect: store.coredata-no-class