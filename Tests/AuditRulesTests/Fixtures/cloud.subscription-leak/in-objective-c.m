#import <CloudKit/CloudKit.h>

void subscribe(CKQuerySubscription *subscription) {
    CKNotificationInfo *info = [CKNotificationInfo new];
    info.alertLocalizationArgs = @[@"fullName"];  // expect: cloud.subscription-leak
    [info setDesiredKeys:@[@"phoneNumber"]];  // expect: cloud.subscription-leak
    subscription.notificationInfo = info;
}
