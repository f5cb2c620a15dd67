// swift-format-ignore-file
final class Service { let store = SecretStore() }
