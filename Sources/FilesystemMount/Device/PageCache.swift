import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization
import SystemPackage

/// What the kernel has of files whose keys go: it gives it back while the keys are still there.
///
/// Giving back writes what was changed through mappings, and drops the pages. It comes twice: first
/// while everything goes on, so that nothing that was changed is lost; then again with reads shut
/// off, for what was fetched meanwhile. Nothing can be fetched after that, since the keys are gone.
final class PageCache: Sendable {
    private struct Link {
        var mount: Mount?
        var observation: LockObservation?
    }

    private let files: FileStore
    private let nodes: NodeTable
    private let handles: OpenHandles
    private let gate: LockGate
    private let link = Mutex(Link())

    init(_ files: FileStore, _ nodes: NodeTable, _ handles: OpenHandles, _ gate: LockGate) {
        self.files = files
        self.nodes = nodes
        self.handles = handles
        self.gate = gate
    }

    /// Follows the lock from now on.
    func follow(_ keys: any KeyService, telling mount: Mount) {
        let observation = keys.observe { [weak self] in self?.hear($0) }
        link.withLock { link in
            link.mount = mount
            link.observation = observation
        }
    }

    func end() {
        let observation = link.withLock { link in
            defer { link = Link() }
            return link.observation
        }
        observation?.cancel()
        gate.wake()
    }

    private func hear(_ notice: LockNotice) {
        switch notice {
        case .willDiscard(let classes): giveBack(classes)
        case .didDiscard(let classes): gate.reopen(classes)
        case .willEnd: giveBack(ProtectionClass.allCases)
        case .didEnd: gate.wake()
        case .event(let event):
            let mayBringKeys: [DeviceEvent.Kind] = [.firstUnlock, .didBecomeAvailable, .booted]
            if mayBringKeys.contains(event.kind) { gate.wake() }
        }
    }

    private func giveBack(_ classes: [ProtectionClass]) {
        guard let mount = link.withLock({ $0.mount }) else { return }
        let concerned = nodes.cached.filter { isConcerned($0, classes) }
        for node in concerned { drop(node, mount) }
        gate.close(classes)
        // What waits for a key holds pages that the kernel would wait for.
        for node in concerned where !gate.hasWaiting(node) { drop(node, mount) }
        for node in concerned where handles.file(of: node) == nil { nodes.noteDropped(node) }
    }

    private func drop(_ node: NodeID, _ mount: Mount) {
        // A kernel that does not know the file any more has nothing of it.
        try? mount.invalidate(node)
    }

    /// Whether a file has, or may have, one of these classes now: another process can have changed
    /// it.
    private func isConcerned(_ node: NodeID, _ classes: [ProtectionClass]) -> Bool {
        if let protection = handles.file(of: node)?.protection {
            return classes.contains(protection)
        }
        guard let path = try? nodes.path(of: node),
            let metadata = try? files.unreportedMetadata(of: path)
        else { return true }
        return classes.contains(metadata.protection)
    }
}
