import AuditCollection
import AuditFacts
import TestSupport
import Testing

@Suite("Mutants of Objective-C")
struct ObjectiveCFuzzTests {
    private static let source = """
        #import <A/B.h>
        #if TARGET_OS_IPHONE && !defined(DEBUG)
        #define KEY @"k"
        #endif
        @interface A : B <C> { int d; }
        @property (copy) NSString *e;
        @end
        typedef NS_ENUM(NSInteger, F) { G = 1, H };
        @implementation A
        - (void)i:(NSData *)j k:(void (^)(int))l {
            [watched a:@{@"b": @1, @"c": @[x, y]} d:^(id e) { if (f) { return; } else g(); }];
            for (int i = 0; i < 3; i++) { switch (i) { case 1: h(); break; default: j->k = (id)l[0]; } }
            NSString *m = n ? [NSString stringWithFormat:@"%@", o, p] : @"q\\u0041";
            @try { do { } while (x); } @catch (E *e) { @throw; } @finally { }
        }
        @end
        """

    @Test("no mutant of a source makes the reader trap or fall silent for long")
    func mutants() {
        var mutator = Mutator(seed: 4)
        let bytes = Array(Self.source.utf8)
        for _ in 0..<Mutator.iterationCount {
            let mutant = mutator.mutate(bytes)
            let file = ObjectiveCSourceReader.read(path: "a.m", bytes: mutant, watched: ["watched"])
            #expect(file.flaws.count <= 17)
        }
    }
}
