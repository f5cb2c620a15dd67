import Foundation
import Testing

@Suite("One damaged or locked file among many does not keep the others back")
struct GoingOnTests {
    /// A locked device with a folder: `a` and `sub/a` are of class A, `b` is damaged, `c` and `sub/d` are fine.
    private static func desk(damaging offsets: [Int]) throws -> Desk {
        let desk = try Desk.with(passcode: true)
        try desk.must("mkdir -p --class none /f/sub")
        let folder = try #require(desk.names(in: "phone/files").first { $0 != ".folder" })
        let sub = try desk.names(in: "phone/files/\(folder)")
        try desk.must("put - /f/b", input: "bad")
        let host = try #require(
            desk.names(in: "phone/files/\(folder)").first { !sub.contains($0) }
        )
        for path in ["/f/c", "/f/sub/d"] { try desk.must("put - \(path)", input: "good") }
        for path in ["/f/a", "/f/sub/a"] { try desk.must("put --class complete passcode \(path)") }
        for offset in offsets {
            try desk.damage("phone/files/\(folder)/\(host)", at: offset..<offset + 1)
        }
        try desk.must("lock --now")
        return desk
    }

    @Test(
        "get of a folder gets what it can, names the rest, and ends as the worst",
        arguments: [([], 75), ([1_030], 65), ([100, 612], 65)] as [([Int], Int32)]
    )
    func get(offsets: [Int], status: Int32) throws {
        let desk = try Self.desk(damaging: offsets)
        let result = try desk.run("get /f out")
        #expect(result.status == status, "\(result.talk)")
        #expect(
            try desk.shell("cd out && find . -type f | sort").output.split(separator: "\n")
                == (offsets.isEmpty ? ["./b", "./c", "./sub/d"] : ["./c", "./sub/d"])
        )
        let errors = result.talk.split(separator: "\n").filter { $0.contains(": error: ") }
        let failed = (offsets.isEmpty ? [] : ["'/f/b'"]) + ["'/f/a'", "'/f/sub/a'"]
        #expect(errors.count == failed.count)
        for name in failed { #expect(result.talk.contains(name), "\(name)") }
        #expect(result.talk.components(separatedBy: ": hint: ").count == 2)
        let json = try desk.run("get --json /f out")
        #expect(json.status == status)
        #expect(json.talk.split(separator: "\n").count == failed.count)
        _ = try json.code()
    }

    @Test("ls -l lists a damaged file as such, ends with 65, and goes on")
    func list() throws {
        let desk = try Self.desk(damaging: [100, 612])
        let long = try desk.run("ls -l -R /f")
        #expect(long.status == 65)
        #expect(
            long.output.split(separator: "\n").map { $0.split(separator: " ").first }
                == ["locked", "damaged", "readable", "folder", "locked", "readable"]
        )
        #expect(long.talk.components(separatedBy: "'/f/b'").count == 2, "\(long.talk)")
        let json = try desk.run("ls --json /f")
        #expect(json.status == 65)
        #expect(
            try json.json().array?.map { $0.object?["path"] }
                == [.string("/f/a"), .string("/f/c"), .string("/f/sub")]
        )
        #expect(try json.code() == "authentication-failure")
        // Names are whole: nothing is wrong with a list of them.
        #expect(try desk.must("ls /f").output == "a\nb\nc\nsub/\n")
    }

    @Test("a folder whose record is damaged costs its own files, no others")
    func folder() throws {
        let desk = try Self.desk(damaging: [])
        let records = try desk.shell("find phone/files/*/*/.folder").output
        let record = try #require(records.split(separator: "\n").first.map(String.init))
        for offset in [100, 612] { try desk.damage(record, at: offset..<offset + 1) }
        #expect(try desk.run("get /f out").status == 65)
        #expect(try desk.names(in: "out") == ["b", "c"])
        for line in ["ls -R /f", "ls -lR /f"] {
            let result = try desk.run(line)
            #expect(result.status == 65, "\(line)")
            #expect(result.output.split(separator: "\n").count == 4, "\(line)")
            #expect(result.talk.components(separatedBy: "/f/sub").count == 2, "\(result.talk)")
        }
    }
}
