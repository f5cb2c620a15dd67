# What can be done here; `make` alone prints this as a table.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help test demo install dist deb bench lint docs model fuzz network records crash memory mounts session clean release \
	packages

PREFIX ?= /usr/local
# Not every shell replaces the ~ of PREFIX=~/.local.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
DESTDIR ?=
SWIFT ?= swift
# SwiftPM 6.3 passes several traits in the order of their hashes, and another order rebuilds all of it:
# https://github.com/swiftlang/swift-package-manager/issues/10525
export SWIFT_DETERMINISTIC_HASHING := 1

# Some traits need a library of the system's: tests have them where that is there, a release on request.
comma := ,
FOUND_TRAITS := $(shell pkg-config --exists 'tss2-esys >= 3.2' 2>/dev/null && echo ,TPM)$(shell \
    pkg-config --exists libpq 2>/dev/null && echo ,PostgreSQL)
export TRAITS := $(if $(FOUND_TRAITS),--traits CommandLineTool$(comma)SwiftSources$(FOUND_TRAITS))
TPM ?=
POSTGRESQL ?=
RELEASE_TRAITS := $(if $(TPM),$(comma)TPM)$(if $(POSTGRESQL),$(comma)PostgreSQL)

# One release build serves install, dist, deb and bench: Swift's runtime is linked in; libsodium,
# OpenSSL and expat are not, so that the system's security updates reach them. No library is looked
# for beside the tool.
RELEASE_WITHOUT_TRAITS := -c release --product protectctl --static-swift-stdlib --disable-local-rpath
RELEASE := $(RELEASE_WITHOUT_TRAITS) $(if $(RELEASE_TRAITS),--traits CommandLineTool$(comma)SwiftSources$(RELEASE_TRAITS))
TOOL = $(shell $(SWIFT) build $(RELEASE) --show-bin-path)/protectctl

help: ## print this table (the default)
	@printf '%-10s %s\n' target does ------ ----
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) \
	    | while IFS=$$'\t' read -r target does; do printf '%-10s %s\n' "$$target" "$$does"; done

test: packages ## build and run all tests and examples
	$(SWIFT) test --parallel $(TRAITS)
	$(SWIFT) test --parallel --package-path Examples

# SwiftSyntax, which reads Swift sources, takes longer to build than all else; the demo needs none.
DEMO := $(RELEASE_WITHOUT_TRAITS) --traits CommandLineTool --scratch-path .build-demo

demo: packages ## show on real files what can be read in which lock state
	$(SWIFT) build $(DEMO)
	PROTECTCTL="$$($(SWIFT) build $(DEMO) --show-bin-path)/protectctl" .ci/demo

install: release ## install tool, man page, completions, unit and scenarios: PREFIX=~/.local
	.ci/stage '$(TOOL)' '$(DESTDIR)$(PREFIX)' '$(PREFIX)/bin'

dist: release ## make a tarball in dist/
	.ci/dist '$(TOOL)'

deb: release ## make a Debian package in dist/
	.ci/deb '$(TOOL)'

bench: packages ## measure against the limits of the machine and against peers
	@if [ -x Benchmarks/run ]; then Benchmarks/run; \
	else echo 'bench: there is no Benchmarks/run' >&2; exit 66; fi

lint: ## check format and style of sources and scripts
	$(SWIFT) format lint --strict --parallel -r Package.swift \
	    $(wildcard Sources Tests Benchmarks Examples)
	@for script in $$(grep -rIlE '^#!.*\bbash' .ci share $(wildcard Benchmarks)); do \
	    bash -n "$$script"; \
	    if command -v shellcheck >/dev/null; then shellcheck "$$script"; fi; \
	done
	@if command -v python3 >/dev/null; then share/drawing/make --check; fi

docs: packages ## make the libraries' reference: PROTECTION_TOOLKIT_DOCS=1 make docs
	.ci/docs

model: export PROTECTION_TOOLKIT_MODEL_OPERATIONS ?= 1000000
model: packages ## random operations against the model, a million of them
	.ci/suites Model

fuzz: export PROTECTION_TOOLKIT_FUZZ_ITERATIONS ?= 1000000
fuzz: packages ## a million broken inputs for each parser
	.ci/suites Fuzz

network: export PROTECTION_TOOLKIT_NETWORK_RUNS ?= 100000
network: packages ## a hundred thousand activities over a network that flips, repeats, reorders and drops
	.ci/suites RandomNetwork

records: export PROTECTION_TOOLKIT_RECORDS_RUNS ?= 100000
records: packages ## a hundred thousand random operations on each engine for records; servers killed
	.ci/suites 'EngineRows|CutConnection|SQLiteEngine|RestoredServer'

crash: export PROTECTION_TOOLKIT_EXHAUSTIVE ?= 1
crash: packages ## every power loss, flipped bit and kill; attacks on the tool
	.ci/suites 'Crash|Tamper|Keybag'
	$(SWIFT) build --product protectctl $(TRAITS)
	.ci/kill-test
	.ci/key-kill-test
	.ci/race-test
	.ci/attack-test

mounts: packages ## locks, kills and several programs at a mounted device
	$(SWIFT) build --product protectctl $(TRAITS)
	.ci/mount-test "$$($(SWIFT) build $(TRAITS) --show-bin-path)/protectctl"

session: packages ## a real systemd: sleep, log-ins and the units, as root
	$(SWIFT) build --product protectctl $(TRAITS)
	.ci/session-test "$$($(SWIFT) build $(TRAITS) --show-bin-path)/protectctl"

memory: export PROTECTION_TOOLKIT_EXHAUSTIVE ?= 1
# Only the optimiser shortens lifetimes and leaves stores out; a build of its own keeps both alive.
memory: packages ## look for secrets in the memory of a release build
	$(SWIFT) test -c release -Xswiftc -enable-testing --scratch-path .build-release-tests \
	    --filter MemoryTests $(TRAITS)

clean: ## remove what was built
	$(SWIFT) package clean
	rm -rf dist .build-demo Examples/.build

packages:
	@.ci/packages

release: packages
	$(SWIFT) build $(RELEASE)
