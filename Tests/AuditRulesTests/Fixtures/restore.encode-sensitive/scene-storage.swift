// swift-format-ignore-file
struct Login { @SceneStorage("password") var word = "" }  // expect: restore.encode-sensitive