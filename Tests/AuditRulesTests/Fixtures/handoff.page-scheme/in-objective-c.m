#import <Foundation/Foundation.h>

void offer(NSUserActivity *activity) {
    activity.webpageURL = [NSURL URLWithString:@"example://a"];  // expect: handoff.page-scheme
}
