import AuditRules
import Testing

@Suite("types as they are written")
struct TypeNameTests {
    @Test(
        "what does not change whose members a type has is left out",
        arguments: [
            ("Account", "Account"), ("Account?", "Account"), ("inout Account", "Account"),
            ("any Account", "Account"), ("Optional<Account>", "Account"),
            ("Account *", "Account"), ("id<Account>", "Account"), ("__weak Account *", "Account"),
            ("Model.Account", "Model.Account"), ("(Account)", "Account"),
            ("[Account]", "Array"), ("[String: Account]", "Dictionary"),
        ]
    )
    func name(text: String, name: String) {
        #expect(TypeName(writtenAs: text)?.name == name)
    }

    @Test(
        "a function, a tuple and what is no type have no name",
        arguments: ["(Account) -> Void", "(Account, Place)", "", "*", "3", "->", "[", "[:]"]
    )
    func noName(text: String) {
        #expect(TypeName(writtenAs: text) == nil)
    }

    @Test(
        "an element is what a collection has, a result holds or a publisher gives",
        arguments: [
            ("[Account]", "Account"), ("[String: Account]", "Account"),
            ("NSArray<Account *> *", "Account"), ("Result<Account, Error>", "Account"),
            ("AnyPublisher<Account, Never>", "Account"), ("Observable<Account>", "Account"),
            ("Binding<Account>", "Account"),
        ]
    )
    func element(text: String, element: String) {
        #expect(TypeName(writtenAs: text)?.element?.name == element)
    }

    @Test("other types have no element", arguments: ["Account", "Box<Account>", "Result", "Array"])
    func noElement(text: String) {
        #expect(TypeName(writtenAs: text)?.element == nil)
    }

    @Test(
        "a function's parameters are known by their types",
        arguments: [
            ("(Account) -> Void", ["Account"]),
            ("@escaping (Account, Place) -> Void", ["Account", "Place"]),
            ("((Account) -> Void)?", ["Account"]), ("(_ account: Account) -> Place", ["Account"]),
            ("@Sendable @escaping (Result<Account, Error>) async throws -> Void", ["Result"]),
            ("() -> Void", []), ("(Account) -> ()", ["Account"]),
            ("((Account) -> ())?", ["Account"]), ("(Account) -> (Place)", ["Account"]),
            ("(([Account]) -> Void, Place) -> Void", [nil, "Place"]),
        ] as [(String, [String?])]
    )
    func parameters(text: String, names: [String?]) {
        #expect(TypeName.parameters(ofFunction: text).map { $0?.name } == names)
    }

    @Test(
        "what is no function takes nothing",
        arguments: ["Account", "(Account)", "(Account, Place)", "(", ")", "", "(((((("]
    )
    func noParameters(text: String) {
        #expect(TypeName.parameters(ofFunction: text).isEmpty)
    }

    @Test("types that a machine nested deeply end")
    func nested() {
        let text = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        #expect(TypeName(writtenAs: text) == nil)
        #expect(TypeName.parameters(ofFunction: String(repeating: "(", count: 10_000)).isEmpty)
    }
}
