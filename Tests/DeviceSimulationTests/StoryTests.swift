import DeviceSimulation
import ProtectionModel
import Testing

/// Stories in which every step says what must come of it.
@Suite("Stories")
struct StoryTests {
    private func check(_ steps: [String], device: String = Story.unlocked) throws {
        let failures = try Story.run(steps, device: device).filter { !$0.passed }
        #expect(failures.isEmpty, "\(failures.map { ("step \($0.index)", $0.sentences) })")
    }

    private func expecting(_ step: String, _ expectation: String) -> String {
        "{ \(step), expect: { \(expectation) } }"
    }

    private static let hello = "write: { path: /f, class: A, text: hello }"
    private static let open = "open: { path: /f, mode: read-write, as: h }"

    @Test("handles and paths see each other's writes at once")
    func visible() throws {
        try check([
            Self.hello, Self.open, "open: { path: /f, mode: read, as: r }",
            "write: { handle: h, offset: 0, text: J }",
            expecting("read: { handle: r }", "text: Jello"),
            expecting("read: { path: /f }", "text: Jello"),
            "append: { handle: h, text: '!' }",
            expecting("stat: { path: /f }", "size: 6"),
            expecting("truncate: { path: /f, size: 2 }", "size: 2"),
            expecting("read: { handle: r }", "text: Je"),
            "write: { path: /f, text: in place, atomic: false }",
            expecting("read: { handle: h }", "text: in place, size: 8"),
            "write: { path: /f, text: new file }",
            expecting("read: { handle: r }", "text: in place"),
            expecting("read: { path: /f }", "text: new file"),
        ])
    }

    @Test("a write past the end fills with zeros, a read past it is empty")
    func pastTheEnd() throws {
        try check([
            Self.hello, Self.open,
            expecting("write: { handle: h, offset: 7, hex: FF }", "size: 8"),
            expecting("read: { handle: h }", "hex: 68656c6c6f0000ff"),
            expecting("read: { handle: h, offset: 8 }", "text: '', hex: '', size: 0"),
            expecting("read: { handle: h, offset: 200MiB, length: 1GiB }", "size: 0"),
            expecting("read: { handle: h, offset: 6, length: 100 }", "hex: 00ff"),
            expecting("read: { handle: h, length: 2 }", "text: he"),
            expecting("read: { handle: h, offset: 3, length: 0 }", "text: ''"),
            expecting("truncate: { handle: h, size: 10 }", "size: 10"),
            expecting("read: { handle: h, offset: 7 }", "hex: ff0000"),
        ])
    }

    @Test("a handle stays good when its file is renamed, removed, replaced or given another class")
    func handlesStayGood() throws {
        let use = [
            "append: { handle: h, text: '1' }", "lock: {}", "advance: 10s",
            expecting("read: { handle: h }", "error: protected-data-unavailable"), Story.unlock,
            "append: { handle: h, text: '2' }", expecting("read: { handle: h }", "text: hello12"),
        ]
        let first = [Self.hello, Self.open]
        try check(
            first + ["mkdir: { path: /d, class: C }", "rename: { from: /f, to: /d/g }"] + use + [
                "close: { handle: h }",
                expecting("read: { path: /d/g }", "text: hello12, class: A"),
                expecting("list: { path: / }", "entries: [d]"),
            ]
        )
        try check(
            first + ["remove: { path: /f }"] + use + [
                "close: { handle: h }", expecting("list: { path: / }", "entries: []"),
            ]
        )
        try check(
            first + ["write: { path: /f, text: other }"] + use + [
                "close: { handle: h }", expecting("read: { path: /f }", "text: other"),
            ]
        )
        try check(
            first + ["write: { path: /g, text: other }", "rename: { from: /g, to: /f }"] + use + [
                "close: { handle: h }", expecting("read: { path: /f }", "text: other"),
            ]
        )
        try check(
            [
                "write: { path: /f, class: C, text: hello }", Self.open,
                "protect: { path: /f, class: A }",
            ] + use
        )
    }

    @Test("a handle follows the class its file gets")
    func handleFollowsClass() throws {
        try check([
            Self.hello, Self.open, expecting("protect: { path: /f, class: C }", "class: C"),
            "lock: {}", "advance: 10s",
            expecting("read: { handle: h }", "text: hello, state: locked"),
        ])
    }

    @Test("a name that is used again stands for the new handle")
    func reusedName() throws {
        try check([
            Self.hello, Self.open, "write: { path: /g, text: other }",
            expecting("open: { path: /missing, mode: read, as: h }", "error: not-found"),
            expecting("read: { handle: h }", "text: hello"),
            "open: { path: /g, mode: read, as: h }",
            expecting("read: { handle: h }", "text: other"),
            expecting("append: { handle: h, text: x }", "error: invalid-argument"),
        ])
    }

    @Test("a handle that could not be opened is closed, not unknown")
    func neverOpened() throws {
        try check([
            expecting("open: { path: /f, mode: read, as: h }", "error: not-found"),
            expecting("read: { handle: h }", "error: handle-closed"),
        ])
    }

    @Test("class and create count only when the file is made")
    func creating() throws {
        try check([
            expecting(
                "open: { path: /f, mode: write, create: true, class: A }",
                "class: A, size: 0"
            ),
            expecting("open: { path: /f, mode: write, create: true, class: D }", "class: A"),
            expecting("write: { path: /f, class: D, text: x, atomic: false }", "class: A"),
            expecting("write: { path: /g, class: D, text: x, atomic: false }", "class: D"),
            expecting("write: { path: /f, class: D, text: x }", "class: D"),
            expecting("write: { path: /f, text: x }", "class: C"),
        ])
    }

    @Test("an orderly end keeps what handles wrote", arguments: ["reboot", "shutdown"])
    func orderly(how: String) throws {
        let end = how == "reboot" ? ["reboot: {}"] : ["shutdown: {}", "boot: {}"]
        try check(
            [Self.hello, Self.open, "append: { handle: h, text: '!' }", "lock: {}", "advance: 10s"]
                + end + [
                    expecting("close: { handle: h }", "error: handle-closed"), Story.unlock,
                    expecting("read: { path: /f }", "text: hello!"),
                ]
        )
    }

    @Test(
        "a crash keeps exactly what was made durable",
        arguments: [
            (["sync: { handle: h }"], "hello!"), (["close: { handle: h }"], "hello!"),
            ([], "hello"),
            (["lock: {}", "advance: 10s"], "hello"),
            (["lock: {}", "advance: 10s", "sync: { handle: h }"], "hello!"),
            (["lock: {}", "advance: 10s", "close: { handle: h }"], "hello!"),
            (["rename: { from: /f, to: /g }", "rename: { from: /g, to: /f }"], "hello"),
            (["open: { path: /f, mode: read, as: r }", "close: { handle: r }"], "hello"),
            (["open: { path: /f, mode: write, as: w }", "close: { handle: w }"], "hello!"),
            (["write: { path: /f, text: whole }"], "whole"),
            (["write: { path: /f, text: whole, atomic: false }"], "whole"),
            (["truncate: { path: /f, size: 1 }"], "h"),
        ] as [([String], String)]
    )
    func crash(before: [String], text: String) throws {
        let started = [Self.hello, Self.open, "append: { handle: h, text: '!' }"]
        try check(
            started + before + [
                expecting("crash: {}", "state: before-first-unlock, protectedDataAvailable: false"),
                expecting("read: { path: /f }", "error: protected-data-unavailable"),
                Story.unlock, expecting("read: { path: /f }", "text: \(text)"),
            ]
        )
    }

    @Test("entries are the plain names of direct children, by their bytes")
    func entries() throws {
        try check([
            "mkdir: { path: /b }", "write: { path: /b/inner, text: x }",
            "write: { path: /Z, text: x }", #"write: { path: "/é", text: x }"#,
            #"write: { path: "/e\u0301", text: x }"#, "write: { path: /a, text: x }",
            "open: { path: /c, mode: write, as: h, create: true }",
            expecting("list: { path: / }", #"entries: [Z, a, b, c, "e\u0301", "é"]"#),
            "rename: { from: /b, to: /y }",
            expecting("list: { path: /y/../y/. }", "entries: [inner]"),
            "remove: { path: /y/inner }", expecting("list: { path: /y }", "entries: []"),
            "remove: { path: /y }", expecting("stat: { path: /y }", "error: not-found"),
            expecting("list: { path: / }", #"entries: [Z, a, c, "e\u0301", "é"]"#),
        ])
    }

    @Test("a file onto itself: nothing is lost")
    func ontoItself() throws {
        try check([
            Self.hello, "rename: { from: /f, to: /f }", "copy: { from: /f, to: /f }",
            expecting("read: { path: /f }", "text: hello, class: A"), "mkdir: { path: /d }",
            "rename: { from: /d, to: /d }", expecting("list: { path: / }", "entries: [d, f]"),
        ])
    }

    @Test("a file of class B made before the first unlock lives on in its handle")
    func unlessOpenBeforeFirstUnlock() throws {
        try check(
            [
                "open: { path: /b, mode: read-write, as: b, create: true, class: B }",
                "append: { handle: b, text: x }",
                expecting("read: { path: /b }", "error: protected-data-unavailable"),
                Story.unlock, "append: { handle: b, text: y }", "lock: {}", "advance: 10s",
                expecting("read: { handle: b }", "text: xy"), "reboot: {}", Story.unlock,
                expecting("read: { path: /b }", "text: xy, class: B"),
            ],
            device: Story.beforeFirstUnlock
        )
    }

    @Test("a content of any size is the same each time, and no longer than asked for")
    func patterns() throws {
        try check([
            expecting("write: { path: /f, size: 0 }", "size: 0"),
            expecting("write: { path: /f, size: 1MiB }", "size: 1048576"), Self.open,
            expecting("read: { handle: h, offset: 249, length: 4 }", "hex: f9fa0001"),
            expecting("write: { path: /f, size: 3, atomic: false }", "size: 3"),
            expecting("read: { path: /f }", "hex: '000102'"),
        ])
    }

    @Test("large content stays out of the report unless it is compared")
    func largeContent() throws {
        let results = try Story.run([
            "write: { path: /f, size: 4097 }", "read: { path: /f }",
            expecting("read: { path: /f }", "hex: 00"), "truncate: { path: /f, size: 4096 }",
            "read: { path: /f }",
        ])
        #expect(results[1].got[.hex] == nil)
        #expect(results[1].got[.size] == .number(4_097))
        #expect(results[2].got[.hex] != nil)
        #expect(results[2].shortfalls == [.hex])
        #expect(results[4].got[.hex] != nil)
    }

    @Test("bytes that are not valid UTF-8 have no text")
    func noText() throws {
        let results = try Story.run([
            "write: { path: /f, hex: C3 }", expecting("read: { path: /f }", "text: Ã"),
        ])
        #expect(results[1].got[.text] == nil)
        #expect(results[1].got[.hex] == .text("c3"))
        #expect(results[1].shortfalls == [.text])
    }
}
