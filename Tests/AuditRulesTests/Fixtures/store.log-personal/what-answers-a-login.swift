// swift-format-ignore-file
func login(_ request: URLRequest) async throws {
    let (answer, response) = try await URLSession.shared.data(for: request)
    print(String(decoding: answer, as: UTF8.self))  // expect: store.log-personal
    print((response as? HTTPURLResponse)?.statusCode ?? 0)
}
