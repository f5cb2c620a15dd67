extension Manifest {
    /// Where targets depend upwards, sideways, on what is another's, or have no floor.
    var findings: [Finding] {
        targets.filter { $0.kind != "testTarget" && !Floors.scaffolding.contains($0.name) }.flatMap
        { target -> [Finding] in
            guard let own = Floors.floor(of: target.name) else {
                return [finding(target, "has no floor in Floors.swift")]
            }
            return target.dependencies.compactMap { name in
                if let other = Floors.floor(of: name), other >= own {
                    return finding(target, "depends on \(name), which is not below it")
                }
                if let homes = Floors.homes[name], !homes.contains(target.name) {
                    return finding(target, "depends on \(name), which it may not import")
                }
                return nil
            }
        }
    }

    private func finding(_ target: Target, _ message: String) -> Finding {
        Finding(path: "Package.swift", line: target.line, message: "\(target.name) \(message)")
    }
}
