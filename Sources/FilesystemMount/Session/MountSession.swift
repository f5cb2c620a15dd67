package import ProtectionModel
import Synchronization
package import SystemIO
import SystemPackage

/// Serves a tree to the kernel, from the first exchange to the unmount: reads requests on several
/// threads, lets the tree answer, and sends the answers.
package final class MountSession: Sendable {
    /// How a session runs.
    package struct Options: Sendable {
        /// How many requests are worked on at once, besides those that wait.
        package var workerCount = max(2, SystemTime.processorCount)
        /// The longest write, in bytes: 4 KiB to 1 MiB, in whole pages.
        package var maxWrite = 1 << 20
        /// What to do without although the kernel offers it.
        package var unwanted: Capabilities = []

        /// As most mounts want it.
        package init() {}
    }

    /// Room for the fixed part of a write.
    private static let headByteCount = 4_096

    /// What was agreed on with the kernel.
    package let agreement: Agreement

    private let responder: Responder
    private let crew: WorkerCrew
    /// Nil once the session has ended.
    private let device: Mutex<MountDevice?>
    private let fault = Mutex<SystemError?>(nil)

    /// Agrees with the kernel and begins to serve; the mount answers from now on.
    ///
    /// - Throws: ``ProtectionError``: `unsupportedVersion`, `timedOut`, `inputOutput`.
    package init(
        on device: MountDevice,
        showing tree: any MountedTree,
        _ options: Options = Options()
    ) throws(ProtectionError) {
        let handshake = Handshake(
            device: device,
            maxWrite: min(max(Agreement.pageByteCount, options.maxWrite), 1 << 20),
            unwanted: options.unwanted
        )
        agreement = try handshake.perform()
        self.device = Mutex(device)
        do {
            crew = try WorkerCrew(size: options.workerCount)
            responder = Responder(tree: tree, dialect: agreement.dialect, crew: crew)
            try crew.start { [self] in work($0, $1) }
        } catch {
            throw ProtectionError(.inputOutput, "cannot serve the mount: \(error)", cause: error)
        }
    }

    /// Tells the kernel to forget, and waits until it has.
    ///
    /// It may ask meanwhile, to write back what was changed through mappings, or wait for a request
    /// that holds the same pages or folder. So this is not for a thread that answers a request, nor
    /// for one that holds a lock which the tree needs for an answer.
    ///
    /// - Returns: whether the kernel knew what was named.
    /// - Throws: ``SystemError``; `ENOTEMPTY` for a deletion of a folder that the kernel knows to
    ///   have names.
    @discardableResult
    package func notify(_ notification: Notification) throws(SystemError) -> Bool {
        guard let device = device.withLock({ $0 }) else { return false }
        do {
            try device.write(notification.message.span.bytes)
            return true
        } catch {
            // An unmounted file system has forgotten everything.
            let isOver: [Errno] = [
                .noSuchFileOrDirectory, .socketNotConnected, .operationNotSupportedByDevice,
            ]
            guard isOver.contains(error.errno) else { throw error }
            return false
        }
    }

    /// Waits until the file system is unmounted, or ``end()`` was called.
    ///
    /// - Throws: ``SystemError`` when reading from the kernel failed.
    package func waitUntilEnd() throws(SystemError) {
        crew.waitUntilEnd()
        if let fault = fault.withLock({ $0 }) { throw fault }
    }

    /// Ends now: answers what it has, and closes the device, so that whoever still uses the file
    /// system gets `ENOTCONN`.
    ///
    /// Not to be called by the tree.
    package func end() {
        crew.end()
    }

    /// The life of one worker.
    private func work(_ number: Int, _ interruption: Interruption) {
        do { try serve(number, interruption) } catch {
            fault.withLock { $0 = $0 ?? error }
            crew.beginEnding()
        }
        crew.leave(number) {
            // Nobody else has it any more, so that this closes it.
            device.withLock { $0 = nil }
            responder.tree.unmounted()
        }
    }

    private func serve(_ number: Int, _ interruption: Interruption) throws(SystemError) {
        guard let device = device.withLock({ $0 }) else { return }
        let count = agreement.maxWrite + Self.headByteCount
        var request = try TransferBuffer(count: count)
        var reply = try TransferBuffer(count: count)
        while !crew.dismisses(number), !crew.isEnding {
            switch try device.read(into: &request) {
            case .end: return
            case .nothing: continue
            case .request(let count):
                responder.answer(request, count, interruption, in: &reply, to: device)
                // It may have been content, which must not outlive the lock.
                request.wipe(0..<count)
            }
        }
    }
}
