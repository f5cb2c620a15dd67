import StructuredText

/// What a text demands of the passcode.
struct PasscodeFragment {
    private var isRequired: Bool?
    private var minimumLength: Int?
    private var maximumFailures: Int?

    /// Reads the mapping `node`.
    init(_ node: TextNode, _ log: ProblemLog) {
        guard var reader = FieldReader(node, log) else { return }
        isRequired = reader.optional("required", as: .bool)
        minimumLength = reader.optional("minimum-length", as: .smallCount)
        maximumFailures = reader.optional("maximum-failures", as: .smallCount)
        reader.finish()
    }

    func apply(to demand: inout PasscodeDemand) {
        if let isRequired { demand.isRequired = isRequired }
        if let minimumLength { demand.minimumLength = minimumLength }
        if let maximumFailures { demand.maximumFailures = maximumFailures }
    }
}
