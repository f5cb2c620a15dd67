// swift-format-ignore-file
import GRDB
func open(_ path: String, password: String) throws -> DatabasePool {
    try DatabasePool(path: path, configuration: configuration())
}
func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.usePassphrase(keychain.passphrase()) }
    return configuration
}
