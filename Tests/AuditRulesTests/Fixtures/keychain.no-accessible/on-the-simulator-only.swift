// swift-format-ignore-file
func add(_ query: CFDictionary) {
    #if targetEnvironment(simulator)
    SecItemAdd(query, nil)
    #endif
}