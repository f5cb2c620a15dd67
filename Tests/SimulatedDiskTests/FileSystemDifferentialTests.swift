import SimulatedDisk
import SystemIO
import Testing

@Suite("The file system in memory against the operating system's")
struct FileSystemDifferentialTests {
    @Test(
        "random calls give the same results, errors and contents",
        arguments: [1, 2, 3, UInt64.random(in: 4...UInt64.max)]
    )
    func randomCalls(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var real = FileSteps(try FileSystemUnderTest(.posix))
        var memory = FileSteps(try FileSystemUnderTest(.memory))
        defer {
            real.finish()
            memory.finish()
        }
        for index in 0..<3_000 {
            let step = FileStep.random(using: &random)
            let expected = real.run(step)
            let told = memory.run(step)
            try #require(told == expected, "seed \(seed), call \(index): \(step)")
        }
    }
}

extension FileStep {
    /// A call on a few names and a few open files.
    static func random(using random: inout SplitMix64) -> FileStep {
        let name = path(using: &random)
        let other = path(using: &random)
        let letter = pick(["f", "g", "h", "i"], using: &random)
        let second = pick(["f", "g", "h", "i"], using: &random)
        // Calls relative to an open file or folder are rarer than those in the test's folder.
        let folder = Bool.random(using: &random) ? nil : letter
        let newFolder = Bool.random(using: &random) ? nil : second
        let offset = UInt64.random(in: 0...40, using: &random)
        let far = UInt64.random(in: 0...40_000, using: &random)
        let count = Int.random(in: 0...30, using: &random)
        let kind = pick([LockKind.unlocked, .shared, .exclusive], using: &random)
        let flag = Bool.random(using: &random)
        switch Int.random(in: 0..<27, using: &random) {
        case 0...4:
            let options = OpenOptions(rawValue: .random(in: 0..<16, using: &random))
            return .open(name, options, at: folder, as: second)
        case 5: return .close(letter)
        case 6, 7: return .read(letter, 60, at: offset)
        case 8, 9: return .write(letter, count, at: offset)
        case 10: return flag ? .write(letter, 20, at: far) : .read(letter, 20, at: far)
        case 11: return .truncate(letter, flag ? offset : far)
        case 12: return .sync(letter, dataOnly: flag)
        case 13: return .status(letter)
        case 14: return .statusOf(name, at: folder)
        case 15: return .modify(letter, Int64(offset), flag ? 0 : Int64(count) * 40_000_000)
        case 16, 17: return .mkdir(name, at: folder)
        case 18, 19:
            return .rename(name, to: other, at: folder, into: newFolder, replacing: flag)
        case 20: return .unlink(name, at: folder)
        case 21: return .rmdir(name, at: folder)
        case 22: return .names(folder)
        case 23: return .lock(letter, kind)
        case 24: return .lockByte(letter, offset % 3, kind)
        case 25: return .isByteLocked(letter, offset % 3)
        default: return symbolicLink(using: &random)
        }
    }

    /// Without dots in a target no path can leave the test's folder.
    private static func symbolicLink(using random: inout SplitMix64) -> FileStep {
        let target = pick(["a", "b", "s", "t", "a/b", "d/s"], using: &random)
        return .symbolicLink(to: target, as: pick(["a", "s", "t"], using: &random))
    }

    private static func path(using random: inout SplitMix64) -> String {
        let name = pick(["a", "b", "c", "d", "s", "t"], using: &random)
        let other = pick(["a", "b", "s", "..", "."], using: &random)
        return switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: "\(name)/\(other)"
        case 2: "\(name)/"
        case 3: pick(["./\(name)", "\(name)//\(other)/", "", "."], using: &random)
        default: name
        }
    }

    private static func pick<T>(_ all: [T], using random: inout SplitMix64) -> T {
        all[Int.random(in: 0..<all.count, using: &random)]
    }
}
