// swift-format-ignore-file
final class Exporter {
    func collect(then: (String?) -> Void) {
        then(passwords.joined(separator: ","))
    }
    func count(then: (String) -> Void) {
        then("\(entries.count)")
    }
    func export(_ place: URL) throws {
        collect { text in
            try? text?.write(to: place, atomically: true, encoding: .utf8)  // expect: store.write-no-class-sensitive
        }
        count { text in
            try? text.write(to: place, atomically: true, encoding: .utf8)
        }
    }
}
