// swift-format-ignore-file
struct A { @SceneStorage("tab") var tab = 0 }