import StructuredText

/// What a text says of hosts.
struct HostsFragment {
    private var trusted: ListEdit?
    private var open: ListEdit?
    private var staging: ListEdit?

    /// Reads the mapping `node`.
    init(_ node: TextNode, _ log: ProblemLog) {
        guard var reader = FieldReader(node, log) else { return }
        trusted = reader.edit("trusted", of: .host)
        open = reader.edit("public", of: .host)
        staging = reader.edit("staging", of: .host)
        reader.finish()
    }

    func apply(to policy: inout Policy, _ log: ProblemLog) {
        trusted?.apply(to: &policy.trustedHosts, log)
        open?.apply(to: &policy.publicHosts, log)
        staging?.apply(to: &policy.stagingHosts, log)
    }
}
