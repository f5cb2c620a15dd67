// replaced soon
