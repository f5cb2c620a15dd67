void load(NSItemProvider *provider) {
    [provider loadItemForTypeIdentifier:@"public.plain-text"
                                options:nil
                      completionHandler:^(id<NSSecureCoding> item, NSError *error) {
                          NSLog(@"shared %@", item);  // expect: store.log-personal
                          NSLog(@"failed %@", error);
                      }];
}
