// swift-format-ignore-file
import Foundation

struct Store<Value: Codable> {
    let file: URL
    func save(_ value: Value) throws {
        let data = try JSONEncoder().encode(value)
        try data.write(to: file)  // expect: store.write-no-class-sensitive
    }
    func save(protected value: Value) throws {
        try JSONEncoder().encode(value).write(to: file, options: .completeFileProtection)
    }
    func touch() throws { try Data().write(to: file) }
    func save(picture: Data) throws { try picture.write(to: file) }
}
