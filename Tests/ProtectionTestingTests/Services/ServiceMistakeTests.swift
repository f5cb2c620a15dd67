import Foundation
import ProtectedKeychain
import ProtectedNotifications
import ProtectedStore
import ProtectionModel
import ProtectionTesting
import Synchronization
import TestSupport
import Testing

@Suite("A service extension with a mistake")
struct ServiceMistakeTests {
    private static let fallback = NotificationContent(body: ExampleApp.fallback)

    /// An extension with a mistake, and what a test is told of it.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let headlines: [String]
        let keyClass: ProtectionClass
        let only: ClosedRange<Int>?
        let make: TestDevice.ServiceFactory

        init(
            _ name: String,
            _ headlines: String...,
            keyClass: ProtectionClass = .completeUntilFirstUserAuthentication,
            only: ClosedRange<Int>? = nil,
            make: @escaping @Sendable (ExampleApp) throws -> ExampleService
        ) {
            testDescription = name
            self.headlines = headlines
            self.keyClass = keyClass
            self.only = only
            self.make = { try make(ExampleApp(device: $0)) }
        }
    }

    static let mistakes = [
        // https://github.com/wireapp/wire-ios/issues/100
        Mistake(
            "makes its key anew when it is locked",
            "before the first step: restart before the push: '/Documents/key' was replaced, although it "
                + "was merely locked",
            "before the first step: lock: '/Documents/key' was replaced",
            "of 2: lock before `open /Documents/key`: '/Documents/key' was replaced",
            "of 2: lock before `read /Documents/key`: '/Documents/key' was replaced",
            "of 2: reboot before `open /Documents/key`: '/Documents/key' was replaced",
            "of 2: reboot before `read /Documents/key`: '/Documents/key' was replaced",
            keyClass: .complete
        ) { app in
            let handler = ExampleApp.Handler()
            return ExampleService { request, answer in
                handler.keep(answer)
                do { handler.answer(try app.open(request)) } catch {
                    try? app.device.files.write([7], to: ExampleApp.key, as: ProtectionClass.none)
                    handler.answer(fallback)
                }
            } expire: {
                handler.answer(fallback)
            }
        },
        Mistake(
            "does nothing when its time is up",
            "of 2: time is up before `open /Documents/key`: the handler was called only after the end, so what "
                + "was pushed is shown as it was",
            "of 2: time is up before `read /Documents/key`: the handler was called only after the end"
        ) { app in
            ExampleService { request, answer in answer((try? app.open(request)) ?? fallback) }
        },
        Mistake(
            "answers again when an operation comes back late",
            "of 2: time is up before `open /Documents/key`: the handler was called 2 times, and is to be "
                + "called once",
            "of 2: time is up before `read /Documents/key`: the handler was called 2 times",
            "as it answers, after 2 steps: time is up: the handler was called 2 times"
        ) { app in
            let kept = Mutex<ExampleService.Answer?>(nil)
            return ExampleService { request, answer in
                kept.withLock { $0 = answer }
                answer((try? app.open(request)) ?? fallback)
            } expire: {
                kept.withLock { $0 }?(fallback)
            }
        },
        Mistake(
            "answers twice",
            "in the run in which nothing happens: the handler was called 2 times"
        ) { _ in
            ExampleService { _, answer in
                answer(fallback)
                answer(fallback)
            }
        },
        Mistake(
            "answers twice where it finds the phone locked from the start",
            "before the first step: lock: the handler was called 2 times",
            "before the first step: restart before the push: the handler was called 2 times",
            only: 0...0
        ) { app in
            ExampleService { request, answer in
                if try app.device.state != .unlocked { answer(fallback) }
                answer((try? app.open(request)) ?? fallback)
            }
        },
        Mistake(
            "answers again when its time is up while it answers",
            "as it answers, after 2 steps: time is up: the handler was called 2 times",
            only: 3...3
        ) { app in
            let kept = Mutex<ExampleService.Answer?>(nil)
            return ExampleService { request, answer in
                kept.withLock { $0 = answer }
                answer(try app.open(request))
                kept.withLock { $0 = nil }
            } expire: {
                kept.withLock { $0 }?(fallback)
            }
        },
        Mistake(
            "shows the ciphertext where it cannot be opened",
            "before the first step: restart before the push: the ciphertext of the push is shown",
            "before the first step: lock: the ciphertext of the push is shown",
            "lock before `open /Documents/key`: the ciphertext of the push is shown",
            "lock before `read /Documents/key`: the ciphertext of the push is shown",
            "at step 1 of 2: reboot before `open /Documents/key`: the ciphertext of the push is shown",
            "at step 2 of 2: reboot before `read /Documents/key`: the ciphertext of the push is shown",
            keyClass: .complete
        ) { app in
            let handler = ExampleApp.Handler()
            return ExampleService { request, answer in
                handler.keep(answer)
                let sealed = NotificationContent(body: ExampleApp.sealed(request))
                handler.answer((try? app.open(request)) ?? sealed)
            } expire: {
                handler.answer(fallback)
            }
        },
        Mistake(
            "writes in class A while it is locked, and does not answer for it",
            "at step 3 of 3: lock before `save /Documents/messages/",
            "at step 3 of 3: reboot before `save /Documents/messages/",
            only: 3...3
        ) { app in
            let handler = ExampleApp.Handler()
            return ExampleService { request, answer in
                handler.keep(answer)
                let content = try app.open(request)
                try app.store(content, request, as: .complete)
                handler.answer(content)
            } expire: {
                handler.answer(fallback)
            }
        },
        Mistake(
            "logs out when it cannot read its token",
            "lock before `read the keychain's generic-password 'ann'`: the keychain's generic-password 'ann' "
                + "was deleted, although it was merely locked",
            "restart before the push: the keychain's generic-password 'ann' was deleted",
            "before the first step: lock: the keychain's generic-password 'ann' was deleted",
            "reboot before `read the keychain's generic-password 'ann'`: the keychain's generic-password 'ann' "
                + "was deleted"
        ) { _ in
            let handler = ExampleApp.Handler()
            return ExampleService { _, answer in
                handler.keep(answer)
                let status = ExampleApp.token(
                    { SecItemCopyMatching($0, nil) },
                    [kSecReturnData as String: true]
                )
                if status != errSecSuccess { _ = ExampleApp.token(SecItemDelete) }
                handler.answer(fallback)
            } expire: {
                handler.answer(fallback)
            }
        },
        Mistake(
            "puts what previews hide where they do not hide it",
            "in the run in which nothing happens: 'Meet me at the harbour' is hidden, and can be read on the "
                + "locked device: it is in the notification's thread"
        ) { app in
            ExampleService { request, answer in
                var content = try app.open(request)
                content.threadIdentifier = content.body
                answer(content)
            }
        },
        Mistake(
            "does not start where its data is locked",
            "restart before the push: the service extension did not start: ",
            "before the first step: lock: the service extension did not start: ",
            "at step 1 of 2: reboot before `open /Documents/key`: the service extension did not start",
            "at step 2 of 2: reboot before `read /Documents/key`: the service extension did not start",
            "lock before `open /Documents/key`: the service extension did not start",
            "lock before `read /Documents/key`: the service extension did not start",
            keyClass: .complete
        ) { app in
            let key = try app.device.files.read(ExampleApp.key)
            return ExampleService { _, answer in answer(NotificationContent(body: "\(key.count)")) }
        },
    ]

    @Test("a mistake of the field is told at its step", arguments: mistakes)
    func mistake(_ mistake: Mistake) async throws {
        let said = Lines()
        try await withKnownIssue {
            try await runServiceAtEveryStep(
                mistake.make,
                for: ExampleApp.payload(),
                only: mistake.only
            ) { device in
                try ExampleApp(device: device).install(keyClass: mistake.keyClass)
                let value = [kSecValueData as String: Data([1])]
                #expect(ExampleApp.token({ SecItemAdd($0, nil) }, value) == errSecSuccess)
            }
        } matching: { issue in
            said.append(issue.error.map { "\($0)" } ?? "")
            return true
        }
        for headline in said.all where !headline.contains("failed; the") {
            #expect(mistake.headlines.contains { headline.contains($0) }, "\(headline)")
        }
        for headline in mistake.headlines {
            #expect(said.all.contains { $0.contains(headline) }, "\(headline): \(said.all)")
        }
    }
}
