import FilesystemMount
import SystemPackage
import TestSupport
import Testing

@Suite("Fuzzing requests")
struct RequestFuzzTests {
    private static let answers: Set<Errno> = [
        .ioError, .noFunction, .invalidArgument, .fileNameTooLong, .outOfRange, .fileTooLarge,
        .noSuchFileOrDirectory,
    ]

    @Test("whatever arrives is read or refused, and nothing else", arguments: [1, 2] as [UInt64])
    func mutants(seed: UInt64) {
        var mutator = Mutator(seed: seed)
        for round in 0..<Mutator.iterationCount {
            let golden = GoldenRequest.all[mutator.number(below: GoldenRequest.all.count)]
            var bytes = mutator.mutate(golden.bytes)
            // Else the wrong length is all that most of them tell.
            if round.isMultiple(of: 2), bytes.count >= 40 {
                bytes.replaceSubrange(0..<4, with: u32(UInt32(bytes.count)))
            }
            check(bytes, "seed \(seed), round \(round)")
        }
    }

    private func check(_ bytes: [UInt8], _ place: String) {
        do throws(Errno) {
            switch try parse(bytes, Dialect(hasLongSetxattr: bytes.count.isMultiple(of: 2))) {
            case .write(_, let range), .setxattr(_, _, let range):
                #expect(range.lowerBound >= 40 && range.upperBound <= bytes.count, "\(place)")
            default: break
            }
        } catch {
            #expect(Self.answers.contains(error), "\(place)")
        }
    }
}
