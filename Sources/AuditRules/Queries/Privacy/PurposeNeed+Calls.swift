import AuditFacts

extension PurposeNeed {
    /// The calls in `code` that need one of the keys, by file and place.
    func uses(in code: CodeIndex) -> [CallInScope] {
        let makers: Set<String> = made.isEmpty ? [] : ["init", "new"]
        let named = code.calls(of: calls.union(made).union(makers).union(initializers))
        return named.filter { found in
            guard let name = found.call.name else { return false }
            // What the sources declare themselves asks nobody.
            guard calls.contains(name) ? code.functions(name).isEmpty : makes(found, name, code)
            else {
                return false
            }
            return fitsReceiver(found, code) && fitsArguments(found) && fitsLabel(found, code)
        }
    }

    /// Selectors that make one of the types.
    private var initializers: Set<String> {
        made.isEmpty
            ? []
            : [
                "initWithDelegate:queue:", "initWithDelegate:queue:options:",
                "initWithURL:settings:error:", "initWithURL:format:error:",
                "initWithDelegate:queue:invalidateAfterFirstRead:",
                "initWithPollingOption:delegate:queue:",
                "initWithVASCommandConfigurations:delegate:queue:", "initWithDevice:error:",
                "initWithPeer:serviceType:", "initWithPeer:discoveryInfo:serviceType:",
                "initWithServiceType:discoveryInfo:session:", "initWithServiceType:session:",
            ]
    }

    private func makes(_ found: CallInScope, _ name: String, _ code: CodeIndex) -> Bool {
        let type = made.contains(name) ? name : found.receiverChain.first ?? ""
        return made.contains(type) && isForeign(type, code)
    }

    /// Whether the sources declare no type called `name`, though they may extend it.
    private func isForeign(_ name: String, _ code: CodeIndex) -> Bool {
        code.types(name).allSatisfy { $0.kind == .extensionType }
    }

    private func fitsReceiver(_ found: CallInScope, _ code: CodeIndex) -> Bool {
        guard !receivers.isEmpty else { return true }
        let foreign = receivers.filter { isForeign($0, code) }
        let chain = found.receiverChain
        if !foreign.isDisjoint(with: chain) { return true }
        guard let root = chain.first, let last = chain.last else { return false }
        let value = found.scope.value(of: root, before: found.site.place)?.chain ?? []
        let variables = code.variables(last).map(\.variable)
        let types = variables.compactMap(\.type)
        return !foreign.isDisjoint(with: value)
            || !foreign.isDisjoint(with: variables.compactMap(\.value).flatMap(\.chain))
            || types.contains { type in foreign.contains { type.hasPrefix($0) } }
    }

    private func fitsArguments(_ found: CallInScope) -> Bool {
        guard !arguments.isEmpty else { return true }
        return found.call.arguments.contains { argument in
            found.scope.sources(of: argument.value).contains { $0.mentions(anyOf: arguments) }
        }
    }

    private func fitsLabel(_ found: CallInScope, _ code: CodeIndex) -> Bool {
        guard let label else { return true }
        guard let value = found.call[label] else { return false }
        return code.shape(of: value, in: found.scope) != .empty
    }
}
