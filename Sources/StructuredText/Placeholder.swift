// replaced by the YAML reader
