package import KeyManagement
package import Logging
import ProtectionModel
package import SessionWatching
import Synchronization
package import SystemIO

/// The key agent: gives the keys of one device to the processes of one user over a socket.
///
/// All requests run on the one thread that calls ``run()``, except what stretches a passcode. The
/// holder's own keys go at a discard in any case; clients are told, and have
/// ``AgentLimits/acknowledgement`` to confirm.
package final class AgentServer: Sendable {
    let holder: KeyHolder
    let endpoint: AgentSocket
    let limits: AgentLimits
    let timer: BootTimer?
    let signals: TerminationSignals?
    let deviceKey: String?
    let session: @Sendable () -> SessionReport?
    let programs: [EventPrograms.Occasion: String]
    let allowedUser: UInt32
    let controllingUser: UInt32
    let elapsed: @Sendable () -> Duration
    let logger: Logger
    let inbox: AgentInbox
    let listener: AgentListener
    private let isSocketRemoved = Atomic(false)
    private let observation: LockObservation
    /// Nil where the machine has none left.
    let watch: DirectoryWatch?

    /// Listens at `endpoint` for the keys of a device that is on.
    ///
    /// `timer` wakes the loop at the holder's deadlines, nil where ``wake()`` does that; `signals`
    /// end the agent in order, nil where ``stop()`` does that; `deviceKey` is the path of the
    /// device key, `session` tells what the device locks with, and `programs` are what runs then, all
    /// for `status`; `allowedUser` is the user id that clients must have, and
    /// `controllingUser`, who could end the agent anyway, may lock the device, switch it off and
    /// ask how it stands; `elapsed` measures the patience with them and never runs backwards.
    ///
    /// - Throws: `ProtectionError` with `permission-denied`, `invalid-argument`, `busy` when
    ///   another agent answers there, or `io-error`.
    package init(
        _ holder: KeyHolder,
        at endpoint: AgentSocket,
        on fileSystem: any FileSystem,
        limits: AgentLimits = AgentLimits(),
        timer: BootTimer?,
        signals: TerminationSignals?,
        deviceKey: String? = nil,
        session: @escaping @Sendable () -> SessionReport? = { nil },
        programs: [EventPrograms.Occasion: String] = [:],
        allowedUser: UInt32,
        controllingUser: UInt32 = UserID.root,
        elapsed: @escaping @Sendable () -> Duration,
        logger: Logger
    ) throws {
        self.holder = holder
        self.endpoint = endpoint
        self.limits = limits
        self.timer = timer
        self.signals = signals
        self.deviceKey = deviceKey
        self.session = session
        self.programs = programs
        self.allowedUser = allowedUser
        self.controllingUser = controllingUser
        self.elapsed = elapsed
        self.logger = logger
        do { inbox = try AgentInbox() } catch { throw ProtectionError(error, "the key agent") }
        let inbox = inbox
        listener = try AgentListener(at: endpoint, on: fileSystem) {
            inbox.noteSocketFolderChange()
        }
        observation = holder.observe { [weak holder] notice in
            guard let holder else { return }
            Self.forward(notice, of: holder, to: inbox)
        }
        // A client that finds no record waits for one.
        watch = holder.watchDirectory { inbox.noteDirectoryChange() }
        try holder.publish(socketPath: endpoint.path)
    }

    /// A server that never ran leaves no socket either.
    deinit {
        removeSocket()
    }

    /// Serves until the device is off, ``stop()`` is called, or a termination signal comes.
    ///
    /// The keys are gone at once then, clients have ``AgentLimits/acknowledgement`` to confirm, and
    /// a derivation under way is waited for.
    ///
    /// - Throws: `ProtectionError` with `io-error` when the machine refuses a thread or poll.
    package func run() throws {
        do {
            try AgentLoop(self).run()
        } catch {
            removeSocket()
            throw ProtectionError(error, "the key agent")
        }
    }

    /// Ends ``run()`` in order, from any thread.
    package func stop() {
        inbox.stop()
    }

    /// Does what an event of the machine asks for, on the calling thread: locks at once, without
    /// grace.
    ///
    /// The holder's own keys are gone when this returns; `whenDone` is called once every client has
    /// acknowledged, or was disconnected, unless the agent ends before that.
    package func take(_ event: SessionEvent, whenDone: @escaping @Sendable () -> Void) {
        guard event.isLock else {
            logger.notice("The session is followed again", metadata: ["why": "\(event)"])
            return whenDone()
        }
        // The log comes last: whoever reads it may have stopped, and no lock waits for that.
        var failure: (any Error)?
        do { try holder.lock(skippingGrace: true) } catch { failure = error }
        inbox.put(afterAcknowledgement: whenDone)
        logger.notice("The session locks the device", metadata: ["why": "\(event)"])
        if let failure {
            logger.error("The device could not be locked", metadata: ["why": "\(failure)"])
        }
    }

    /// Makes the loop look at the holder's deadlines now.
    package func wake() {
        inbox.wakeUp.signal()
    }

    /// Removes the socket, once, unless another one took its name.
    func removeSocket() {
        guard !isSocketRemoved.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // In this order: an address that is still there leads to an agent.
        holder.withdrawSocketPath()
        listener.remove()
    }

    private static func forward(
        _ notice: LockNotice,
        of holder: KeyHolder,
        to inbox: AgentInbox
    ) {
        switch notice {
        case .event(let event): inbox.put(.event(event), epoch: holder.epoch)
        // Clients hear of a discard when the holder can open no more keys, so that a key which was
        // opened before always travels ahead of the notice.
        case .didDiscard(let classes): inbox.put(.discard(classes), epoch: holder.epoch)
        case .didEnd:
            inbox.put(.end(isOff: holder.lockMachine.state == .off), epoch: holder.epoch)
        case .willDiscard, .willEnd: break
        }
    }
}
