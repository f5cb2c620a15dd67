@implementation AppDelegate
- (void)viewDidLoad { [self.view addSubview:self.button]; }
- (void)applicationDidEnterBackground:(UIApplication *)application {  // expect: restore.snapshot
    [self.store save];
}
@end
