/// Policies with all they extend, the outermost first: one effective policy for each set of traits.
package struct PolicyStack {
    let documents: [PolicyDocument]
    let traits: TraitTable

    /// What is wrong with a trait that is asked for; `nil` for nothing.
    package func complaint(aboutTrait name: String, value: String) -> String? {
        traits.complaint(about: name, value)
    }

    /// The effective policy under `traits`.
    ///
    /// Read from top to bottom as one text, the later wins: each document with those of its
    /// overlays whose traits all match. The audience is a trait too; one that is given wins over
    /// the documents.
    package func policy(under traits: [String: String] = [:]) -> Policy {
        var traits = traits
        let audience =
            traits["audience"] ?? documents.last { $0.audience != nil }?.audience
            ?? Policy.audiences[0]
        traits["audience"] = audience
        var policy = Policy()
        policy.audience = audience
        for document in documents { document.apply(to: &policy, under: traits) }
        return policy
    }
}
