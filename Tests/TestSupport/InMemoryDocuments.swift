package import ProtectionModel
import Synchronization

/// Documents in memory whose classes can be opened, or not, as a test says.
package final class InMemoryDocuments: DocumentStore {
    private struct State {
        var contents: [DocumentName: (bytes: [UInt8], protection: ProtectionClass)] = [:]
        var closed: Set<ProtectionClass> = []
        var failure: ErrorCode?
        var observers: [Int: @Sendable () -> Void] = [:]
        var observerCount = 0
        var writeCount = 0
    }

    private let state = Mutex(State())
    private let updating = Mutex(())

    /// No documents yet; every class is open.
    package init() {}

    /// Classes that cannot be opened now.
    package var closed: Set<ProtectionClass> {
        get { state.withLock { $0.closed } }
        set { state.withLock { $0.closed = newValue } }
    }

    /// What the next writes fail with.
    package var failure: ErrorCode? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// How often a document was written.
    package var writeCount: Int { state.withLock { $0.writeCount } }

    /// The class a document is kept under.
    package func protection(of document: DocumentName) -> ProtectionClass? {
        state.withLock { $0.contents[document]?.protection }
    }

    /// Puts bytes there as another program would, whatever is closed.
    package func put(
        _ bytes: [UInt8]?,
        _ document: DocumentName,
        as protection: ProtectionClass = .completeUntilFirstUserAuthentication
    ) {
        state.withLock { $0.contents[document] = bytes.map { ($0, protection) } }
        tellObservers()
    }

    package func read(_ document: DocumentName) throws(ProtectionError) -> [UInt8]? {
        try state.withLock { (state) throws(ProtectionError) in
            guard let entry = state.contents[document] else { return nil }
            try Self.check(entry.protection, state, document)
            return entry.bytes
        }
    }

    package func names(in folder: DocumentFolder) throws(ProtectionError) -> [DocumentName] {
        state.withLock { $0.contents.keys.filter { $0.folder == folder } }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// No application has a folder here.
    package func removeFolder(
        of application: String,
        in folder: DocumentFolder
    ) throws(ProtectionError) {}

    package func update(
        _ document: DocumentName,
        as protection: ProtectionClass,
        _ change: ([UInt8]?) throws(ProtectionError) -> [UInt8]?
    ) throws(ProtectionError) {
        let isChanged = try updating.withLock { (_) throws(ProtectionError) in
            let old = try read(document)
            let new = try change(old)
            guard new != old else { return false }
            try state.withLock { (state) throws(ProtectionError) in
                if let failure = state.failure {
                    throw ProtectionError(failure, "'\(document.name)' was not written")
                }
                try Self.check(protection, state, document)
                state.contents[document] = new.map { ($0, protection) }
                state.writeCount += 1
            }
            return true
        }
        if isChanged { tellObservers() }
    }

    package func remove(_ document: DocumentName) throws(ProtectionError) { put(nil, document) }

    package func observe(
        _ folder: DocumentFolder,
        _ onChange: @escaping @Sendable () -> Void
    ) throws(ProtectionError) -> DocumentObservation {
        let number = state.withLock { state in
            state.observerCount += 1
            state.observers[state.observerCount] = onChange
            return state.observerCount
        }
        return DocumentObservation { [weak self] in
            self?.state.withLock { $0.observers[number] = nil }
        }
    }

    private func tellObservers() {
        for observer in state.withLock({ $0.observers.values.map { $0 } }) { observer() }
    }

    private static func check(
        _ protection: ProtectionClass,
        _ state: borrowing State,
        _ document: DocumentName
    ) throws(ProtectionError) {
        guard !state.closed.contains(protection) else {
            throw ProtectionError(
                .protectedDataUnavailable,
                "'\(document.name)' cannot be opened while the device is locked"
            )
        }
    }
}
