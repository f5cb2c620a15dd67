import Foundation
import Synchronization

extension ApplicationContainer {
    @TaskLocal package static var bound: ApplicationContainer?

    /// The container that calls belong to which name none, such as `FileManager.default` in a module
    /// with the plugin `DeviceFoundation`; nil for the host.
    ///
    /// It is that of ``whileCurrent(_:)``, in the tasks that are started there as well. A thread, a
    /// dispatch queue or a detached task that was started elsewhere knows no task; there it is the only
    /// container of the process that is current anywhere, and nil when there are several. In a test of
    /// Swift Testing that has no device it is nil.
    public static var current: ApplicationContainer? { bound ?? CurrentContainers.shared.only }

    /// Says how to tell that a caller without a container belongs to a test without one.
    package static func noContainer(inside isElsewhere: @escaping @Sendable () -> Bool) {
        CurrentContainers.shared.setElsewhere(isElsewhere)
    }

    /// Runs something with this container as the current one.
    public func whileCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
        CurrentContainers.shared.begin(self)
        defer { CurrentContainers.shared.end(self) }
        return try Self.$bound.withValue(self) {
            try PendingWork.$tasks.withValue(work.begin(.tasks)) { try body() }
        }
    }

    /// Runs something that waits with this container as the current one.
    public func whileCurrent<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        CurrentContainers.shared.begin(self)
        defer { CurrentContainers.shared.end(self) }
        return try await Self.$bound.withValue(self) {
            try await PendingWork.$tasks.withValue(work.begin(.tasks)) { try await body() }
        }
    }
}

/// The containers of this process: by the folders that stand for them, and which are current now.
final class CurrentContainers: Sendable {
    /// What a path leads to.
    enum Owner {
        case container(ApplicationContainer)
        /// A container that is there no more.
        case gone
        case host
    }

    private struct Weak: Sendable { weak var container: ApplicationContainer? }

    private struct State {
        /// By the last name of their folders, which in tests is another for each; never taken away, so
        /// that the files of a device that was thrown away are told from those of the host.
        var byName: [String: [(root: String, container: Weak)]] = [:]
        var current: [ObjectIdentifier: (container: Weak, count: Int)] = [:]
    }

    static let shared = CurrentContainers()

    private let state = Mutex(State())
    private let isElsewhere = Mutex<@Sendable () -> Bool>({ false })

    /// Says how to tell that the caller has a test of its own, which has no device: the host is meant.
    func setElsewhere(_ answer: @escaping @Sendable () -> Bool) {
        isElsewhere.withLock { $0 = answer }
    }

    func add(_ container: ApplicationContainer, roots: Set<String>) {
        state.withLock { state in
            for root in roots {
                let entry = (root: root, container: Weak(container: container))
                let name = Self.lastName(of: root)
                state.byName[name, default: []].removeAll { $0.root == root }
                state.byName[name, default: []].append(entry)
            }
        }
    }

    /// Whose files lie at an absolute path.
    func owner(of path: String) -> Owner {
        let names = path.split(separator: "/")
        return state.withLock { state in
            // A folder on the way may have the name of another container's.
            for name in names {
                let entry = state.byName[String(name)]?
                    .last { path == $0.root || path.hasPrefix($0.root + "/") }
                guard let entry else { continue }
                return entry.container.container.map(Owner.container) ?? .gone
            }
            return .host
        }
    }

    func begin(_ container: ApplicationContainer) {
        state.withLock { state in
            let count = state.current[ObjectIdentifier(container)]?.count ?? 0
            state.current[ObjectIdentifier(container)] = (Weak(container: container), count + 1)
        }
    }

    func end(_ container: ApplicationContainer) {
        state.withLock { state in
            guard let entry = state.current.removeValue(forKey: ObjectIdentifier(container)),
                entry.count > 1
            else { return }
            state.current[ObjectIdentifier(container)] = (entry.container, entry.count - 1)
        }
    }

    /// Those that are current somewhere, and may be meant by a caller that has none.
    var all: [ApplicationContainer] {
        guard !isElsewhere.withLock({ $0 })() else { return [] }
        return state.withLock { state in state.current.values.compactMap(\.container.container) }
    }

    var only: ApplicationContainer? {
        let all = all
        return all.count == 1 ? all[0] : nil
    }

    private static func lastName(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}
