/// A message (SARIF 2.1.0, section 3.11) or the like.
struct SARIFMessage: Encodable {
    let text: String
    let markdown: String?

    init(_ text: String, markdown: String? = nil) {
        self.text = text
        self.markdown = markdown
    }
}
