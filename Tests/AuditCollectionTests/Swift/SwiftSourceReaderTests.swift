import AuditCollection
import AuditFacts
import Testing

@Suite("Reading Swift sources")
struct SwiftSourceReaderTests {
    private static let source = #"""
        import Foundation
        import class UIKit.UIView
        #if DEBUG
        import Dead
        #endif
        // protectctl:allow store.none until 2026-01-01 -- because
        @available(iOS 17, *)
        final class Store: NSObject, Codable {
            enum Keys: String { case pin, token = "tok" }
            @AppStorage("pin", store: .shared) private var pin = "a\tb\u{41}"
            static let name = """
                one
                  two \(x, privacy: .public)
                three
                """
            lazy var thing = { UserDefaults.standard.string(forKey: "a") }()
            var path: String { get { write(1) } set { keep(newValue) } }
            func save(_ data: Data, to url: URL?) throws -> Bool {
                guard let url, #available(iOS 16.0, *) else { return false }
                try? data
                    .map { $0 }
                    .write(to: url!, options: [.atomic, .completeFileProtection])
                let x = a as? B ?? c + d * e == 4 ? 1 : -2
                x = y
                switch f() { case .a, .b: g() case .c(let z) where z > 1: break default: h() }
                if a { b() } else if case .some(let q) = c { d() } else { e() }
                for i in 0..<3 { print(i) }
                do { try w() } catch let error as E { log(error) } catch { }
                #if targetEnvironment(simulator)
                dead()
                #else
                live()
                #endif
                foo["k"] = \Store.path
                return true
            }
        }
        """#

    @Test("a source becomes imports, types, functions, variables and comments")
    func wholeFile() {
        let file = SwiftSourceReader.read(
            path: "a.swift",
            bytes: Array(Self.source.utf8),
            watched: ["write"]
        )
        #expect(file.imports == ["Foundation", "UIKit.UIView"])
        #expect(file.types.map(\.name) == ["Store", "Store.Keys"])
        #expect(file.functions.filter { !$0.body.isEmpty }.map(\.name) == ["path", "save"])
        #expect(file.suppressions.map(\.text) == ["store.none until 2026-01-01 -- because"])
        #expect(file.flaws == [])
    }

    @Test(
        "what stands behind declarations that no release has is read",
        arguments: [
            "#if DEBUG\nfunc x() {}\n#else\nfunc y() { write(1) }\n#endif",
            "#if os(macOS)\nclass X {}\n#elseif OTHER\nfunc y() { write(1) }\n#endif",
            "#if os(macOS)\nfunc x() {}\n#endif\nfunc y() { write(1) }",
            "class A {\n#if DEBUG\nvar x = 1\n#else\nfunc y() { write(1) }\n#endif\n}",
            "#if DEBUG\n#if OTHER\nfunc x() {}\n#endif\n#else\nfunc y() { write(1) }\n#endif",
        ]
    )
    func behindDeadDeclarations(source: String) {
        let file = SwiftSourceReader.read(
            path: "a.swift",
            bytes: Array(source.utf8),
            watched: ["write"]
        )
        #expect(file.functions.map(\.name) == ["y"])
        #expect(file.functions.filter { !$0.body.isEmpty }.map(\.name) == ["y"])
    }
}
