import Dispatch
import KeyManagement
import ProtectedStore
import ProtectionModel
import Synchronization
import SystemPackage

/// What the kernel has of files whose keys go: it gives it back while the keys are still there.
///
/// Giving back writes what was changed through mappings, and drops the pages. It comes twice: first
/// while everything goes on, so that nothing that was changed is lost; then again with reads shut
/// off, for what was fetched, or opened, meanwhile. Nothing can be fetched after that, since the keys
/// are gone.
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
        gate.end()
    }

    private func hear(_ notice: LockNotice) {
        switch notice {
        case .willDiscard(let classes): giveBack(classes)
        case .didDiscard(let classes): gate.reopen(classes)
        case .willEnd:
            // Before the kernel is asked for pages that somebody holds who waits.
            gate.end()
            giveBack(ProtectionClass.allCases)
        case .didEnd: gate.wake()
        case .event(let event):
            let mayBringKeys: [DeviceEvent.Kind] = [.firstUnlock, .didBecomeAvailable, .booted]
            if mayBringKeys.contains(event.kind) { gate.wake() }
        }
    }

    private func giveBack(_ classes: [ProtectionClass]) {
        guard let mount = link.withLock({ $0.mount }) else { return }
        // Giving back takes time, in which programs go on making files.
        files.dropSpareKeys(classes)
        drop(concerned(classes), mount)
        gate.close(classes)
        let nodes = concerned(classes)
        // Before it is so: whoever opens one from now on notes it again.
        for node in nodes where handles.file(of: node) == nil { self.nodes.noteDropped(node) }
        drop(nodes, mount)
    }

    private func concerned(_ classes: [ProtectionClass]) -> [NodeID] {
        nodes.cached.union(handles.nodes).filter { isConcerned($0, classes) }
    }

    /// On all cores, since what was changed through mappings is sealed on its way back.
    private func drop(_ nodes: [NodeID], _ mount: Mount) {
        DispatchQueue.concurrentPerform(iterations: nodes.count) { index in
            // A kernel that does not know the file any more has nothing of it.
            try? mount.invalidate(nodes[index])
        }
    }

    /// Whether a file has one of these classes, or may have: of one that nobody has open, another
    /// process can have changed it, and looking at many files takes longer than a lock may.
    private func isConcerned(_ node: NodeID, _ classes: [ProtectionClass]) -> Bool {
        handles.file(of: node)?.protection.map(classes.contains) ?? true
    }
}
