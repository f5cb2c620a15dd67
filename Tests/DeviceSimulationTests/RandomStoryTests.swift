import DeviceSimulation
import SimulatedDisk
import Testing

/// Long random stories, each step with what a second, far simpler model says must come of it.
@Suite("Random stories")
struct RandomStoryTests {
    /// Writes a story and runs it through the model.
    private struct Author {
        var random: SplitMix64
        var model = StoryModel()
        var steps: [String] = []
        private var count = 0

        init(seed: UInt64) {
            random = SplitMix64(seed: seed)
        }

        private mutating func pick<Element>(_ elements: [Element]) -> Element {
            elements[Int(random.next() % UInt64(elements.count))]
        }

        private mutating func add(_ step: String, _ error: String?, _ more: String = "") {
            let error = error.map { "error: \($0)" } ?? more
            steps.append("{ \(step), expect: { \(error) } }")
        }

        private mutating func text() -> String {
            count += 1
            return "t\(count)"
        }

        mutating func addStep() {
            let path = pick(["/a", "/b"])
            let other = pick(["/a", "/b"])
            let name = pick(["g", "h", "i"])
            let letter = pick(["A", "B", "C", "D"] as [Character])
            switch random.next() % 22 {
            case 0, 1: write(path, letter, isAtomic: true)
            case 2: write(path, letter, isAtomic: false)
            case 3, 4:
                let (error, text) = model.read(path)
                add("read: { path: \(path) }", error, "text: \(quoted(text))")
            case 5: add("truncate: { path: \(path), size: 2 }", model.truncate(path), "size: 2")
            case 6, 7, 8: open(path, letter, as: name)
            case 9: add("close: { handle: \(name) }", model.close(name))
            case 10, 11:
                let (error, file) = model.use(name, writing: false)
                add("read: { handle: \(name) }", error, "text: \(quoted(file?.content))")
            case 12, 13: append(name)
            case 14: synchronize(name)
            case 15: add("protect: { path: \(path), class: \(letter) }", protect(path, letter))
            case 16: add("copy: { from: \(path), to: \(other) }", model.copy(path, other))
            case 17: add("rename: { from: \(path), to: \(other) }", model.rename(path, other))
            case 18:
                let error = model.files[path] == nil ? "not-found" : nil
                model.files[path] = nil
                add("remove: { path: \(path) }", error)
            default: changeState()
            }
        }

        private mutating func write(_ path: String, _ letter: Character, isAtomic: Bool) {
            let text = text()
            let step = "path: \(path), class: \(letter), text: \(text)"
            if isAtomic {
                add("write: { \(step) }", model.write(path, letter, text), "class: \(letter)")
            } else {
                add("write: { \(step), atomic: false }", model.overwrite(path, letter, text))
            }
        }

        private mutating func open(_ path: String, _ letter: Character, as name: String) {
            let mode = pick(["read", "write", "read-write", "read-write"])
            let isCreating = pick([true, false])
            add(
                "open: { path: \(path), as: \(name), mode: \(mode), create: \(isCreating), "
                    + "class: \(letter) }",
                model.open(path, as: name, mode: mode, creating: isCreating ? letter : nil)
            )
        }

        /// What a sync makes durable is the file's, whichever handle wrote it.
        private mutating func synchronize(_ name: String) {
            let error = model.handles[name] == nil ? "handle-closed" : nil
            if let handle = model.handles[name] { handle.file.durable = handle.file.content }
            add("sync: { handle: \(name) }", error)
        }

        /// A class change syncs the file it is written into, so what is durable then is unsaid.
        private mutating func protect(_ path: String, _ letter: Character) -> String? {
            let isChange = model.files[path].map { $0.letter != letter } ?? false
            let error = model.protect(path, letter)
            if error == nil, isChange, let file = model.files[path] {
                for (name, handle) in model.handles where handle.file === file {
                    add("sync: { handle: \(name) }", nil)
                    file.durable = file.content
                }
            }
            return error
        }

        private mutating func append(_ name: String) {
            let text = text()
            let (error, file) = model.use(name, writing: true)
            file?.content += text
            add("append: { handle: \(name), text: \(text) }", error)
        }

        private mutating func changeState() {
            switch (random.next() % 8, model.state) {
            case (0, _), (1, _):
                model.restart(isCrash: true)
                add("crash: {}", nil, "state: before-first-unlock")
            case (2, _):
                model.restart(isCrash: false)
                add("reboot: {}", nil, "state: before-first-unlock")
            case (3, .unlocked), (4, .unlocked), (5, .unlocked):
                model.state = .locking
                add("lock: {}", nil, "state: locking")
            case (_, .locking):
                model.state = .locked
                add("advance: 10s", nil, "state: locked")
            default:
                model.state = .unlocked
                add(#"unlock: { passcode: "2580" }"#, nil, "state: unlocked")
            }
        }

        private func quoted(_ text: String?) -> String {
            let text = text ?? ""
            return "\"\(text.replacing("\0", with: "\\0"))\""
        }
    }

    @Test("come out as the model says", arguments: 0..<24 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var author = Author(seed: seed)
        // Every name of a handle is known from the start.
        author.steps = ["g", "h", "i"].map {
            "{ open: { path: /none, mode: read, as: \($0) }, expect: { error: not-found } }"
        }
        while author.steps.count < 150 { author.addStep() }
        let results = try Story.run(author.steps)
        let failure = results.first { !$0.passed }
        let place = failure?.index ?? 0
        #expect(
            failure == nil,
            """
            seed \(seed), step \(place): \(failure?.sentences ?? [])
            \(author.steps[...place].joined(separator: "\n"))
            """
        )
    }
}
