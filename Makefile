# The commands of this project; `make help` lists them. SwiftPM does the building.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# Packagers who strip later say INSTALL_PROGRAM=install.
INSTALL_PROGRAM ?= install --strip
# What `make run` and `make run-in-browser` hand to the program, for example ARGS="--help".
ARGS ?=

ID := io.github.composable_gtk.Inventory
SWIFT_SOURCES := Package.swift Sources Tests $(wildcard Benchmarks)

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-26s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Install what running and testing need, where it is missing (Debian's apt)
	@scripts/setup.sh test

.PHONY: build
build: ## Build everything for debugging
	@scripts/setup.sh run
	$(SWIFT) build

.PHONY: run
run: ## Build the program and open its window, in a web browser where there is no display
	@scripts/setup.sh run
	$(SWIFT) build --product inventory
	@if test -n "$${DISPLAY:-}$${WAYLAND_DISPLAY:-}"; then \
	  .build/debug/inventory $(ARGS); \
	else \
	  echo "There is no display here to open a window on: a web browser can show it."; \
	  scripts/run-in-browser.sh .build/debug/inventory $(ARGS); \
	fi

.PHONY: run-in-browser
run-in-browser: ## Build the program and show its window in a web browser
	@scripts/setup.sh run
	$(SWIFT) build --product inventory
	@scripts/run-in-browser.sh .build/debug/inventory $(ARGS)

# The tests of the macros are a package of their own (see Package.swift). The tests of widgets run one at a time, with
# warnings of GTK as failures and without assistive technology; the end-to-end tests start the program in a session of its
# own, with the real accessibility bus. GLib's way to end a program at a warning is a trap, which Swift would only print
# a backtrace of.
GTK_TESTS := GtkKitTests|GtkViewsTests|ComposableGtkTests
GTK_TEST_ENVIRONMENT := GTK_A11Y=test G_DEBUG=fatal-warnings SWIFT_BACKTRACE=enable=no

.PHONY: test
test: ## Run all tests, on a virtual display
	@scripts/setup.sh test
	COMPOSABLE_ONLY_MACROS=1 $(SWIFT) test
	$(SWIFT) build --build-tests
	@scripts/with-display.sh $(SWIFT) test --skip-build --no-parallel --filter InventoryTests
	@$(GTK_TEST_ENVIRONMENT) scripts/with-display.sh \
	  $(SWIFT) test --skip-build --no-parallel --filter "$(GTK_TESTS)"
	@$(GTK_TEST_ENVIRONMENT) scripts/with-display.sh \
	  $(SWIFT) test --skip-build --no-parallel --filter SeedTests
	@$(MAKE) --no-print-directory test-wayland-built
	$(SWIFT) test --skip-build --skip "InventoryTests|SeedTests|$(GTK_TESTS)"

# What can differ on Wayland: windows, dialogs, popovers, focus, drag and drop, the clipboard. What
# only compares values and widgets runs once, on X11. So do the tests of memory, as GTK 4.8 itself
# keeps buffers on Wayland.
SAME_ON_WAYLAND := WaysBackTests|BindingTests|EvaluationTests|ListSectionTests|PathMutationTests|LifetimeTests
# Real input needs to know where windows are, which sway tells. It moves no popovers, of which GTK
# warns: those warnings are no failures.
REAL_INPUT := InputTests|ComposableGtkTests.ListTests

.PHONY: test-wayland
test-wayland: ## Run the tests of widgets and the end-to-end tests on a Wayland compositor
	@scripts/setup.sh test
	$(SWIFT) build --build-tests
	@$(MAKE) --no-print-directory test-wayland-built

.PHONY: test-wayland-built
test-wayland-built:
	@INVENTORY_TESTS_DISPLAY=wayland scripts/with-display.sh --wayland \
	  $(SWIFT) test --skip-build --no-parallel --filter InventoryTests
	@$(GTK_TEST_ENVIRONMENT) G_DEBUG=fatal-criticals scripts/with-display.sh --wayland \
	  $(SWIFT) test --skip-build --no-parallel --filter "$(REAL_INPUT)"
	@$(GTK_TEST_ENVIRONMENT) scripts/with-display.sh --weston $(SWIFT) test --skip-build \
	  --no-parallel --filter "$(GTK_TESTS)" --skip "$(SAME_ON_WAYLAND)|$(REAL_INPUT)"

# COMMAND="…" runs another command there than `make test`.
.PHONY: test-on
test-on: ## Test the last commit on another release of Debian (SUITE=trixie; needs root)
	@scripts/test-on.sh "$(SUITE)" "$${COMMAND:-make test}"

.PHONY: random-walk
random-walk: ## Walk 200,000 steps at random through all there is to present (SEED=, STEPS=, ON=weston)
	@scripts/setup.sh test
	$(SWIFT) build --build-tests
	@RANDOM_WALK_STEPS=$(or $(STEPS),200000) RANDOM_WALK_SEED=$(or $(SEED),$(shell date +%s)) $(GTK_TEST_ENVIRONMENT) \
	  scripts/with-display.sh $(if $(ON),--$(ON)) \
	  $(SWIFT) test --skip-build --no-parallel --filter RandomWalkTests

# In a folder of its own, so that the other half is not planned anew each time.
WITHOUT_GTK_BUILD ?= .build-without-gtk

.PHONY: test-without-gtk
test-without-gtk: ## Build and test the half that needs no GTK
	COMPOSABLE_WITHOUT_GTK=1 $(SWIFT) test --scratch-path $(WITHOUT_GTK_BUILD)

.PHONY: gallery
gallery: ## Build the gallery of all views and open its window
	@scripts/setup.sh run
	$(SWIFT) run gallery $(ARGS)

DOCUMENTED := ComposableArchitecture ComposableGtk GtkViews GtkKit \
  AccessTracking Bindings CaseKeyPaths DependencyInjection IdentifiedArrays Prompts Sharing

.PHONY: docs
docs: ## Build the documentation into .build/documentation
	@scripts/setup.sh run
	$(SWIFT) package --allow-writing-to-directory .build/documentation generate-documentation \
	  --enable-experimental-combined-documentation --output-path .build/documentation \
	  $(addprefix --target ,$(DOCUMENTED))

# Sanitizers find what tests alone do not: races between threads, use of freed memory. Each builds into a folder of its own.
# TESTS selects tests, as a regular expression. The address sanitizer looks for leaks too unless ASAN_OPTIONS says otherwise:
# the run-time libraries keep what they allocate once, so that is off. It also keeps what is freed for a while, which SoakTests would
# take for growth. The thread sanitizer needs more stack than DepthTests give.
TESTS ?= .
SANITIZED_TEST = COMPOSABLE_WITHOUT_GTK=1 $(SWIFT) test --filter "$(TESTS)"

.PHONY: test-thread-sanitizer
test-thread-sanitizer: ## Test the half that needs no GTK for races
	TSAN_OPTIONS=suppressions=$(CURDIR)/scripts/thread-sanitizer.supp \
	  $(SANITIZED_TEST) --skip DepthTests --sanitize=thread --scratch-path .build-thread-sanitizer

.PHONY: test-address-sanitizer
test-address-sanitizer: ## Test the half that needs no GTK for misuse of memory
	ASAN_OPTIONS=detect_leaks=0 \
	  $(SANITIZED_TEST) --skip SoakTests --sanitize=address --scratch-path .build-address-sanitizer

# $(1) names the sanitizer, $(2) its environment.
define TEST_GTK_SANITIZED
@scripts/setup.sh test
$(SWIFT) build --build-tests --sanitize=$(1) --scratch-path .build-gtk-$(1)-sanitizer
@$(2) $(GTK_TEST_ENVIRONMENT) scripts/with-display.sh \
  $(SWIFT) test --skip-build --no-parallel --filter "$(if $(filter-out .,$(TESTS)),$(TESTS),$(GTK_TESTS))" \
  --sanitize=$(1) --scratch-path .build-gtk-$(1)-sanitizer
endef

.PHONY: test-gtk-thread-sanitizer
test-gtk-thread-sanitizer: ## Test the widgets for races
	$(call TEST_GTK_SANITIZED,thread,TSAN_OPTIONS=suppressions=$(CURDIR)/scripts/thread-sanitizer.supp)

.PHONY: test-gtk-address-sanitizer
test-gtk-address-sanitizer: ## Test the widgets for misuse of memory
	$(call TEST_GTK_SANITIZED,address,ASAN_OPTIONS=detect_leaks=0)

# RUNS=1000 TESTS=... choose how often and which.
RUNS ?= 100

.PHONY: test-repeated
test-repeated: ## Run the tests that need no display again and again on a busy machine
	$(SWIFT) build --build-tests
	scripts/repeat-tests.sh $(RUNS) $(if $(filter-out .,$(TESTS)),"$(TESTS)")

.PHONY: soak
soak: ## Push, pop, present and dismiss a million times, and watch the memory
	COMPOSABLE_WITHOUT_GTK=1 $(SWIFT) build --build-tests --scratch-path .build-without-gtk
	COMPOSABLE_WITHOUT_GTK=1 SOAK=1000000 $(SWIFT) test --skip-build --scratch-path .build-without-gtk \
	  --filter ComposableArchitectureTests.SoakTests

.PHONY: lint
lint: ## Check the format of the sources and the desktop files
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	desktop-file-validate resources/$(ID).desktop
	appstreamcli validate --no-net --no-color resources/$(ID).metainfo.xml

.PHONY: format
format: ## Format the sources in place
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

# The Swift runtime is linked in, so that the installed program needs no toolchain.
.PHONY: release
release: ## Build the program for installing
	@scripts/setup.sh release
	$(SWIFT) build --configuration release --static-swift-stdlib --product inventory

# Builds only when there is nothing to install, so that `sudo make install` after `make release`
# neither needs Swift nor leaves files of root in the build folder.
.PHONY: install
install: ## Install below PREFIX (default /usr/local); honours DESTDIR
	@test -x .build/release/inventory || $(MAKE) release
	$(INSTALL_PROGRAM) -Dm755 .build/release/inventory "$(DESTDIR)$(PREFIX)/bin/inventory"
	install -Dm644 -t "$(DESTDIR)$(PREFIX)/share/inventory" resources/style.css resources/sample-data.csv
	install -Dm644 -t "$(DESTDIR)$(PREFIX)/share/applications" resources/$(ID).desktop
	install -Dm644 -t "$(DESTDIR)$(PREFIX)/share/metainfo" resources/$(ID).metainfo.xml
	install -Dm644 -t "$(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps" \
	  resources/icons/hicolor/scalable/apps/$(ID).svg
	install -Dm644 -t "$(DESTDIR)$(PREFIX)/share/icons/hicolor/symbolic/apps" \
	  resources/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg
# Caches belong to the installed system; with DESTDIR set the package's own scripts see to them.
ifeq ($(DESTDIR),)
	-@! command -v gtk4-update-icon-cache >/dev/null \
	  || gtk4-update-icon-cache --quiet --ignore-theme-index "$(PREFIX)/share/icons/hicolor"
	-@! command -v update-desktop-database >/dev/null \
	  || update-desktop-database -q "$(PREFIX)/share/applications"
endif

.PHONY: uninstall
uninstall: ## Remove what install put below PREFIX
	rm -f "$(DESTDIR)$(PREFIX)/bin/inventory"
	rm -rf "$(DESTDIR)$(PREFIX)/share/inventory"
	rm -f "$(DESTDIR)$(PREFIX)/share/applications/$(ID).desktop"
	rm -f "$(DESTDIR)$(PREFIX)/share/metainfo/$(ID).metainfo.xml"
	rm -f "$(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/$(ID).svg"
	rm -f "$(DESTDIR)$(PREFIX)/share/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg"

.PHONY: clean
clean: ## Remove everything built
	rm -rf .build .build-without-gtk .build-*-sanitizer
