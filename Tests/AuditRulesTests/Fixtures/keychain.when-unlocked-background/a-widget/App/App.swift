// swift-format-ignore-file
final class App { let store = SecretStore() }
