import Foundation
import Testing

@Suite("Schemas of records from the command line")
struct SchemaTests {
    private static let old = """
        DEFINE SCHEMA

            RECORD TYPE Contact (
                email STRING QUERYABLE,
                note  ENCRYPTED STRING,
                photo ASSET,
                GRANT WRITE TO "_creator",
                GRANT READ TO "_world"
            );

            RECORD TYPE Draft (
                text STRING
            );

        """

    private func desk(_ files: [String: String]) throws -> Desk {
        let desk = try Desk()
        for (name, text) in files { try desk.text(text, in: name) }
        return desk
    }

    @Test("a mistake is told with line and column, and the other files are checked all the same")
    func check() throws {
        let desk = try desk([
            "a.ckdb": "DEFINE SCHEMA\n  RECORD TYPE A (\n    x TEXT\n  );", "b.ckdb": Self.old,
        ])
        let run = try desk.run("records schema check a.ckdb b.ckdb c.ckdb")
        #expect(run.status == 66)
        #expect(
            run.output
                == "a.ckdb:3:7: expected a type such as STRING or LIST<INT64>, found 'TEXT'\n"
                + "b.ckdb: good, 2 types, 4 fields\n"
        )
        #expect(run.talk.contains("c.ckdb"))
        #expect(try desk.run("records schema check a.ckdb").status == 65)
        let stdin = try desk.must("records schema check -", input: Self.old)
        #expect(stdin.output == "standard input: good, 2 types, 4 fields\n")
    }

    @Test("a check as JSON")
    func checkAsJSON() throws {
        let desk = try desk(["a.ckdb": "DEFINE", "b.ckdb": "DEFINE SCHEMA"])
        let run = try desk.run("records schema check a.ckdb b.ckdb --json")
        #expect(run.status == 65)
        #expect(
            run.output == """
                {"schemas":[{"fields":null,"path":"a.ckdb","problems":[{"column":7,"line":1,\
                "message":"expected 'SCHEMA', found the end"}],"types":null},{"fields":0,\
                "path":"b.ckdb","problems":[],"types":0}],"version":1}

                """
        )
    }

    @Test("what differs is told with its place, and ends with 1")
    func diff() throws {
        let new = Self.old
            .replacing("note  ENCRYPTED STRING", with: "note  STRING,\n        age INT64")
            .replacing("STRING QUERYABLE", with: "STRING")
            .replacing("\"_world\"", with: "\"_icloud\"")
        let end = try #require(new.range(of: "    RECORD TYPE Draft")).lowerBound
        let desk = try desk([
            "old.ckdb": Self.old, "new.ckdb": String(new[..<end]),
            "same.ckdb": "-- a comment\n" + Self.old,
        ])
        let run = try desk.run("records schema diff old.ckdb new.ckdb")
        #expect(run.status == 1)
        #expect(
            run.output == """
                new.ckdb:4:9: makes 'Contact.email' neither queryable nor sortable nor searchable
                new.ckdb:5:9: makes 'Contact.note', ENCRYPTED STRING, into STRING
                new.ckdb:6:9: adds 'Contact.age', INT64
                new.ckdb:8:9: grants otherwise for 'Contact'
                old.ckdb:11:17: drops the type 'Draft'

                """
        )
        let same = try desk.must("records schema diff old.ckdb same.ckdb")
        #expect(same.output.isEmpty)
        let json = try desk.run("records schema diff same.ckdb new.ckdb --json").output
        #expect(json.contains(#""before":"ENCRYPTED STRING","change":"field-retyped""#))
        #expect(json.contains(#""change":"type-removed","column":17,"field":null,"line":12"#))
    }

    @Test("R-91: a promotion that would drop or retype is refused with a list")
    func refused() throws {
        let desk = try desk([
            "old.ckdb": Self.old,
            "new.ckdb": "DEFINE SCHEMA RECORD TYPE Contact (email INT64, photo ASSET);",
        ])
        let run = try desk.run("records schema promote old.ckdb new.ckdb --output out.ckdb")
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        let errors = run.talk.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(errors.count == 3)
        #expect(errors[0].contains("new.ckdb:1:36: makes 'Contact.email', STRING, into INT64"))
        #expect(errors[1].contains("old.ckdb:5:9: drops 'Contact.note'"))
        #expect(errors[2].contains("old.ckdb:11:17: drops the type 'Draft'"))
        #expect(run.talk.contains("protectctl: hint: leave what is there as it is"))
        #expect(!desk.exists("out.ckdb"))
    }

    @Test("what only adds is promoted, to standard output or a file")
    func promoted() throws {
        let new = Self.old.replacing("text STRING", with: "text STRING,\n        due  TIMESTAMP")
        let desk = try desk(["old.ckdb": Self.old, "new.ckdb": "// new\n" + new])
        #expect(try desk.must("records schema promote old.ckdb new.ckdb").output == new)
        let run = try desk.must("records schema promote old.ckdb new.ckdb --output out.ckdb")
        #expect(run.output.isEmpty)
        #expect(run.talk.contains("wrote 'out.ckdb', with 1 change"))
        #expect(try desk.must("records schema diff out.ckdb new.ckdb").output.isEmpty)
        let json = try desk.must("records schema promote old.ckdb new.ckdb --json").output
        #expect(json.contains(#""after":"TIMESTAMP","before":null,"change":"field-added""#))
        #expect(json.contains(#""schema":"DEFINE SCHEMA\n"#))
    }

    @Test("exposure says what whoever runs the service reads")
    func exposure() throws {
        let desk = try desk(["a.ckdb": Self.old])
        #expect(
            try desk.must("records exposure a.ckdb").output == """
                field          type              private, shared  public       readers
                Contact.email  STRING            plain            plain        _world
                Contact.note   ENCRYPTED STRING  encrypted        refused      -
                Contact.photo  ASSET             sealed-asset     plain-asset  _world
                Draft.text     STRING            plain            plain        -

                """
        )
        let json = try desk.must("records exposure - --json", input: Self.old).output
        #expect(
            json.hasPrefix(
                #"{"always":["type","name","zone","change-tag","times","users","sizes","parent"],"#
                    + #""types":[{"fields":[{"inPushes":false,"name":"email","private":"plain","#
            )
        )
        let bad = try desk.run("records exposure - --json", input: "DEFINE")
        #expect(bad.status == 65)
        #expect(bad.talk.contains(#""code":"malformed-schema""#))
    }
}
