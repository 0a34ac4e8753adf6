# The commands of this project; `make help` lists them. SwiftPM does the building.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# For packagers who strip later: INSTALL_PROGRAM=install.
INSTALL_PROGRAM ?= install --strip
# The arguments that `make run` and `make run-in-browser` pass to the program, such as
# ARGS="--help".
ARGS ?=

ID := io.github.composable_gtk.Inventory
LANGUAGES := $(shell cat po/LINGUAS)
# Where a program in the build folder finds its translations.
TRANSLATIONS := .build/translations
SWIFT_SOURCES := Package.swift Sources Tests $(wildcard Benchmarks)

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-26s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Install missing packages for running and testing (with Debian's apt)
	@scripts/setup.sh test

.PHONY: build
build: ## Build everything for debugging
	@scripts/setup.sh run
	$(SWIFT) build
	@scripts/translations.sh compile $(TRANSLATIONS)

.PHONY: run
run: ## Build the program and open its window, in a web browser if there is no display
	@scripts/setup.sh run
	$(SWIFT) build --product inventory
	@scripts/translations.sh compile $(TRANSLATIONS)
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
	@scripts/translations.sh compile $(TRANSLATIONS)
	@scripts/run-in-browser.sh .build/debug/inventory $(ARGS)

.PHONY: translations
translations: ## Take new and changed texts into po/, for translators
	@scripts/setup.sh test
	@scripts/translations.sh update

# The tests of the macros are a package of their own (see Package.swift). The tests of widgets run
# one at a time; GTK's warnings are failures, and assistive technologies are off. The end-to-end
# tests start the program in a session of its own, with the real accessibility bus. The tests of
# clocks run apart from those of the program, because they wait for the main queue, which others
# would keep busy. So do those of servers, which have to answer within a deadline. For a fatal
# warning, GLib raises a trap, for which Swift would only print a backtrace.
TESTS := scripts/run-tests.sh $(SWIFT) test $(BUILD_FOLDER)
# The tests as they are built. Several can run at the same time, which SwiftPM does not allow.
BUILT_TESTS := scripts/run-tests.sh \
  "$$($(SWIFT) build $(BUILD_FOLDER) --show-bin-path)/swift-composable-gtkPackageTests.xctest" \
  --testing-library swift-testing --no-parallel
GTK_TESTS := GtkKitTests|GtkViewsTests|ComposableGtkTests
SERVER_TESTS := PostgresClientTests|InventoryPostgresTests|InventoryEngineTests
GTK_TEST_ENVIRONMENT := GTK_A11Y=test G_DEBUG=fatal-warnings SWIFT_BACKTRACE=enable=no

.PHONY: test
test: ## Run all tests, on a virtual display
	@scripts/setup.sh test
	COMPOSABLE_ONLY_MACROS=1 $(TESTS)
	$(SWIFT) build --build-tests
	@scripts/check-benchmarks.sh
	@scripts/test-mistakes.py
	@scripts/test-install.sh
	@scripts/test-broadway-proxy.py
	@scripts/side-by-side.sh 3 $(X11_PROGRAM) $(WAYLAND_PROGRAM) $(X11_WIDGETS) $(WAYLAND_WIDGETS) \
	  $(WAYLAND_INPUT) $(X11_SEEDS)
	@$(MAKE) --no-print-directory test-without-windows-built

# Each test of a server has a server of its own, and waits for it most of the time.
.PHONY: test-without-windows-built
test-without-windows-built:
	@$(TESTS) --skip-build --filter DependencyInjectionTests
	@$(TESTS) --skip-build --filter "^ComposableArchitectureTests\."
	@scripts/side-by-side.sh 2 \
	  '$(BUILT_TESTS) --filter InventoryEngineTests' \
	  '$(BUILT_TESTS) --filter InventoryPostgresTests --skip SilentServerTests' \
	  '$(BUILT_TESTS) --filter SilentServerTests' \
	  '$(BUILT_TESTS) --filter PostgresClientTests'
	@$(TESTS) --skip-build \
	  --skip "$(SERVER_TESTS)|InventoryTests|SeedTests|DependencyInjectionTests|^ComposableArchitectureTests\.|$(GTK_TESTS)"

# Checks the messages for the mistakes in Tests/Mistakes. MISTAKES=Views/Unknown selects files.
.PHONY: test-mistakes
test-mistakes: ## Check what the compiler says of common mistakes, and how quickly
	$(SWIFT) build --build-tests
	@scripts/test-mistakes.py $(MISTAKES)

# On Wayland run only the tests that can differ there: windows, dialogs, popovers, focus, drag and
# drop, the clipboard. Tests that only compare values and widgets run once, on X11. So do the memory
# tests, because GTK 4.8 itself retains buffers on Wayland, and those of the command line.
SAME_ON_WAYLAND := GalleryTests|PaletteTests|WaysBackTests|BindingTests|EvaluationTests|ListSectionTests|PathMutationTests|LifetimeTests
PROGRAM_SAME_ON_WAYLAND := without a display|on the command line|Importing files as|when it is killed|Finding the|Coming from other|EmptiedInventoryTests
# Real input requires the positions of windows, which sway reports. GTK warns that sway does not
# move popovers, so warnings are not failures here.
REAL_INPUT := InputTests|ComposableGtkTests.ListTests

# The tests of windows, as commands for scripts/side-by-side.sh.
X11_PROGRAM = 'scripts/with-display.sh $(BUILT_TESTS) --filter InventoryTests'
X11_WIDGETS = '$(GTK_TEST_ENVIRONMENT) scripts/with-display.sh $(BUILT_TESTS) --filter "$(GTK_TESTS)"'
X11_SEEDS = '$(GTK_TEST_ENVIRONMENT) scripts/with-display.sh $(BUILT_TESTS) --filter SeedTests'
WAYLAND_PROGRAM = 'INVENTORY_TESTS_DISPLAY=wayland scripts/with-display.sh --wayland \
  $(BUILT_TESTS) --filter InventoryTests --skip "$(PROGRAM_SAME_ON_WAYLAND)"'
WAYLAND_WIDGETS = '$(GTK_TEST_ENVIRONMENT) scripts/with-display.sh --weston $(BUILT_TESTS) \
  --filter "$(GTK_TESTS)" --skip "$(SAME_ON_WAYLAND)|$(REAL_INPUT)"'
WAYLAND_INPUT = '$(GTK_TEST_ENVIRONMENT) G_DEBUG=fatal-criticals scripts/with-display.sh --wayland \
  $(BUILT_TESTS) --filter "$(REAL_INPUT)"'

.PHONY: test-wayland
test-wayland: ## Run the tests of widgets and the end-to-end tests on a Wayland compositor
	@scripts/setup.sh test
	$(SWIFT) build --build-tests
	@scripts/side-by-side.sh 3 $(WAYLAND_PROGRAM) $(WAYLAND_WIDGETS) $(WAYLAND_INPUT)

# COMMAND="…" runs another command instead of `make test`.
.PHONY: test-on
test-on: ## Test the last commit on another release of Debian (SUITE=trixie; needs root)
	@scripts/test-on.sh "$(SUITE)" "$${COMMAND:-make test}"

.PHONY: kill-test
kill-test: ## Kill the program KILLS times while it writes (KILLS=200)
	$(SWIFT) build --build-tests
	@INVENTORY_KILLS=$(or $(KILLS),200) \
	  $(SWIFT) test --skip-build --no-parallel --filter "InventoryTests.*killed"

.PHONY: fault-test
fault-test: ## Break a server and the network to it FAULTS times each while programs book (FAULTS=200)
	$(SWIFT) build --build-tests
	@INVENTORY_FAULTS=$(or $(FAULTS),200) \
	  $(SWIFT) test --skip-build --no-parallel --filter FaultLoopTests

# The seed of the first input is SEED=; each next one has the next seed. An input that fails tells
# its seed. After a crash, it is in the file that the test names.
.PHONY: fuzz
fuzz: ## Give 100,000 hostile files, links, databases, answers and pictures to the program (RUNS=, SEED=)
	$(SWIFT) build --build-tests
	@seed=$(or $(SEED),$$(date +%s)); echo "The first seed is $$seed."; \
	  INVENTORY_FUZZ_RUNS=$(if $(filter file,$(origin RUNS)),100000,$(RUNS)) INVENTORY_FUZZ_SEED=$$seed \
	  $(SWIFT) test --skip-build --no-parallel --filter "InventorySqliteTests.FuzzTests|PostgresClientTests.HostileServerTests|GtkKitTests.(PictureFuzzTests|MarkupFuzzTests)"

.PHONY: random-walk
random-walk: ## Walk 200,000 random steps through all presentations (SEED=, STEPS=, ON=weston)
	@scripts/setup.sh test
	$(SWIFT) build --build-tests
	@RANDOM_WALK_STEPS=$(or $(STEPS),200000) RANDOM_WALK_SEED=$(or $(SEED),$(shell date +%s)) $(GTK_TEST_ENVIRONMENT) \
	  scripts/with-display.sh $(if $(ON),--$(ON)) \
	  $(SWIFT) test --skip-build --no-parallel --filter RandomWalkTests

# A separate build folder, so that SwiftPM does not plan the other half again each time.
WITHOUT_GTK_BUILD ?= .build-without-gtk
WITHOUT_GTK := COMPOSABLE_WITHOUT_GTK=1 scripts/without-gtk.sh

.PHONY: build-without-gtk
build-without-gtk: ## Build the half that needs no GTK, and its tests
	@$(WITHOUT_GTK) $(SWIFT) build --build-tests --scratch-path $(WITHOUT_GTK_BUILD)

.PHONY: test-without-gtk
test-without-gtk: build-without-gtk ## Build and test the half that needs no GTK
	@$(WITHOUT_GTK) $(MAKE) --no-print-directory seed-tests-built test-without-windows-built \
	  BUILD_FOLDER="--scratch-path $(WITHOUT_GTK_BUILD)"

.PHONY: seed-tests-built
seed-tests-built:
	@$(TESTS) --skip-build --filter SeedTests

.PHONY: test-office
test-office: ## Let LibreOffice read the spreadsheets that are written (installs it)
	@scripts/setup.sh office
	$(SWIFT) build --build-tests
	@SPREADSHEETS_TEST_OFFICE=1 $(SWIFT) test --skip-build --filter LibreOfficeTests

.PHONY: gallery
gallery: ## Build the gallery of all views and open its window
	@scripts/setup.sh run
	$(SWIFT) run gallery $(ARGS)

DOCUMENTED := ComposableArchitecture ComposableGtk GtkViews GtkKit \
  AccessTracking Bindings CaseKeyPaths DependencyInjection IdentifiedArrays PagedArrays Prompts Sharing \
  Tables Translations

.PHONY: docs
docs: ## Build the documentation into .build/documentation
	@scripts/setup.sh run
	$(SWIFT) package --allow-writing-to-directory .build/documentation generate-documentation \
	  --enable-experimental-combined-documentation --output-path .build/documentation \
	  $(addprefix --target ,$(DOCUMENTED))

# A browser does not let pages in files load their content, so a server on this machine has to send
# them.
.PHONY: read-docs
read-docs: docs ## Build the documentation, and serve it to a web browser of this machine (PORT=8000)
	@echo "Open http://localhost:$(or $(PORT),8000)/documentation/ in a browser. Ctrl+C ends this."
	@python3 -m http.server --bind 127.0.0.1 --directory .build/documentation $(or $(PORT),8000)

# Sanitizers find errors that tests alone do not: data races and use of freed memory. Each sanitizer
# has its own build folder. TESTS selects tests, as a regular expression. The address sanitizer also
# looks for leaks by default; ASAN_OPTIONS disables that, because the run-time libraries keep what
# they allocate once. The address sanitizer also delays the release of freed memory, which SoakTests
# would mistake for growth. The thread sanitizer needs more stack than DepthTests provide.
TESTS ?= .
SANITIZED_TEST = COMPOSABLE_WITHOUT_GTK=1 $(SWIFT) test --filter "$(TESTS)"

.PHONY: test-thread-sanitizer
test-thread-sanitizer: ## Test the half that needs no GTK for data races
	TSAN_OPTIONS=suppressions=$(CURDIR)/scripts/thread-sanitizer.supp \
	  $(SANITIZED_TEST) --skip DepthTests --sanitize=thread --scratch-path .build-thread-sanitizer

.PHONY: test-address-sanitizer
test-address-sanitizer: ## Test the half that needs no GTK for misuse of memory
	ASAN_OPTIONS=detect_leaks=0 \
	  $(SANITIZED_TEST) --skip SoakTests --sanitize=address --scratch-path .build-address-sanitizer

# $(1) is the name of the sanitizer, $(2) its environment.
define TEST_GTK_SANITIZED
@scripts/setup.sh test
$(SWIFT) build --build-tests --sanitize=$(1) --scratch-path .build-gtk-$(1)-sanitizer
@$(2) $(GTK_TEST_ENVIRONMENT) scripts/with-display.sh \
  $(SWIFT) test --skip-build --no-parallel --filter "$(if $(filter-out .,$(TESTS)),$(TESTS),$(GTK_TESTS))" \
  --sanitize=$(1) --scratch-path .build-gtk-$(1)-sanitizer
endef

.PHONY: test-gtk-thread-sanitizer
test-gtk-thread-sanitizer: ## Test the widgets for data races
	$(call TEST_GTK_SANITIZED,thread,TSAN_OPTIONS=suppressions=$(CURDIR)/scripts/thread-sanitizer.supp)

.PHONY: test-gtk-address-sanitizer
test-gtk-address-sanitizer: ## Test the widgets for misuse of memory
	$(call TEST_GTK_SANITIZED,address,ASAN_OPTIONS=detect_leaks=0)

# RUNS=1000 sets the number of runs; TESTS=... selects the tests; ON=x11, wayland or weston gives
# them a display.
RUNS ?= 100

.PHONY: test-repeated
test-repeated: ## Run tests repeatedly on a busy machine
	$(SWIFT) build --build-tests
	scripts/repeat-tests.sh $(RUNS) $(if $(filter-out .,$(TESTS)),"$(TESTS)")

.PHONY: soak
soak: ## Push, pop, present and dismiss a million times, and watch the memory
	COMPOSABLE_WITHOUT_GTK=1 $(SWIFT) build --build-tests --scratch-path .build-without-gtk
	COMPOSABLE_WITHOUT_GTK=1 SOAK=1000000 $(SWIFT) test --skip-build --scratch-path .build-without-gtk \
	  --filter ComposableArchitectureTests.SoakTests

.PHONY: lint
lint: ## Check the format of the sources, the comments and the desktop files
	@scripts/lint-comments.sh
	@scripts/translations.sh check
	@packaging/flatpak/packages.py --check
	@scripts/swiftui-table.py --check
	@scripts/gallery-code.py --check
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	desktop-file-validate resources/$(ID).desktop
	appstreamcli validate --no-net --no-color resources/$(ID).metainfo.xml

.PHONY: format
format: ## Format the sources in place
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

# Linked with the Swift runtime, so that the installed program needs no toolchain.
.PHONY: release
release: ## Build the program for installing
	@scripts/setup.sh release
	$(SWIFT) build --configuration release --static-swift-stdlib --product inventory

# The program that `make install` installs. Another one is installed as it is, without a build, such
# as PROGRAM=.build/debug/inventory.
PROGRAM ?= .build/release/inventory
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share

# Where docs/images is published, for software centres; without it, they show no screenshots.
SCREENSHOTS_URL ?=
# A comma that does not end an argument.
, := ,

# Builds only if there is no built program, so that `sudo make install` after `make release` neither
# needs Swift nor creates root's files in the build folder.
.PHONY: install
install: ## Install below PREFIX (default /usr/local); honours DESTDIR
	@test "$(PROGRAM)" != .build/release/inventory || test -x "$(PROGRAM)" || $(MAKE) release
	$(INSTALL_PROGRAM) -Dm755 "$(PROGRAM)" "$(BIN)/inventory"
	install -Dm644 -t "$(SHARE)/inventory" resources/style.css resources/sample-data.csv
	install -d "$(SHARE)/applications" "$(SHARE)/metainfo" "$(SHARE)/locale"
	msgfmt --desktop -d po --template=resources/$(ID).desktop \
	  --output-file="$(SHARE)/applications/$(ID).desktop"
	msgfmt --xml -d po --template=resources/$(ID).metainfo.xml \
	  --output-file="$(SHARE)/metainfo/$(ID).metainfo.xml"
	sed -i $(if $(SCREENSHOTS_URL),'s|https://screenshots.invalid|$(SCREENSHOTS_URL)|',\
	  '/<!-- docs/d; /<screenshots>/$(,)/<.screenshots>/d') \
	  "$(SHARE)/metainfo/$(ID).metainfo.xml"
	scripts/translations.sh compile "$(SHARE)/locale"
	chmod 644 "$(SHARE)/applications/$(ID).desktop" "$(SHARE)/metainfo/$(ID).metainfo.xml" \
	  $(LANGUAGES:%="$(SHARE)/locale/%/LC_MESSAGES/inventory.mo")
	install -Dm644 -t "$(SHARE)/icons/hicolor/scalable/apps" \
	  resources/icons/hicolor/scalable/apps/$(ID).svg
	install -Dm644 -t "$(SHARE)/icons/hicolor/symbolic/apps" \
	  resources/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg
	install -Dm644 -t "$(SHARE)/icons/hicolor/scalable/actions" \
	  resources/icons/hicolor/scalable/actions/$(ID)-filter-symbolic.svg
	install -d "$(SHARE)/dbus-1/services"
	sed 's|@bindir@|$(PREFIX)/bin|' resources/$(ID).service.in >"$(SHARE)/dbus-1/services/$(ID).service"
	chmod 644 "$(SHARE)/dbus-1/services/$(ID).service"
	@$(UPDATE_CACHES)

.PHONY: uninstall
uninstall: ## Remove what install put below PREFIX
	rm -f "$(BIN)/inventory"
	rm -rf "$(SHARE)/inventory"
	rm -f "$(SHARE)/applications/$(ID).desktop"
	rm -f "$(SHARE)/metainfo/$(ID).metainfo.xml"
	rm -f $(LANGUAGES:%="$(SHARE)/locale/%/LC_MESSAGES/inventory.mo")
	rm -f "$(SHARE)/icons/hicolor/scalable/apps/$(ID).svg"
	rm -f "$(SHARE)/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg"
	rm -f "$(SHARE)/icons/hicolor/scalable/actions/$(ID)-filter-symbolic.svg"
	rm -f "$(SHARE)/dbus-1/services/$(ID).service"
	@$(UPDATE_CACHES)

# The caches belong to the installed system. With DESTDIR set, the package manager updates them.
UPDATE_CACHES = test -n "$(DESTDIR)" || scripts/update-desktop-caches.sh "$(SHARE)"

# Part of `make test`, too.
.PHONY: test-install
test-install: ## Install into a temporary folder, use what is installed there, and uninstall it
	@scripts/setup.sh test
	@test -x .build/debug/inventory || $(SWIFT) build --product inventory
	@scripts/test-install.sh

# With the versions that were tested (docs/decisions/versions.md), as the package's own rules.
.PHONY: deb
deb: export COMPOSABLE_EXACT_VERSIONS = 1
deb: release ## Build a Debian package into .build/deb
	@scripts/setup.sh deb
	@scripts/build-deb.sh

.PHONY: test-deb
test-deb: ## Try the package of `make deb` on a minimal Debian (SUITE=trixie; needs root)
	@scripts/test-deb.sh "$(or $(SUITE),$(shell . /etc/os-release && echo $$VERSION_CODENAME))"

# BUILD=.build/release shows the programs of another build.
.PHONY: screenshots
screenshots: build-for-screenshots ## Take the pictures in docs/images again (NAMES="list item-dark navigation")
	@scripts/with-display.sh --wayland scripts/screenshots.py \
	  --build $(or $(BUILD),.build/debug) $(NAMES)

.PHONY: review-screenshots
review-screenshots: build-for-screenshots ## Take pictures in all styles, languages and widths, into .build/review (ON=x11)
	@DISPLAY_SIZE=1920x1200 INVENTORY_TESTS_DISPLAY=$(or $(ON),wayland) \
	  scripts/with-display.sh $(if $(filter x11,$(ON)),,--wayland) scripts/screenshots.py --review \
	  --build $(or $(BUILD),.build/debug) --output .build/review$(if $(filter x11,$(ON)),-x11) $(NAMES)

.PHONY: build-for-screenshots
build-for-screenshots:
	@scripts/setup.sh screenshots
ifeq ($(BUILD),)
	$(SWIFT) build --product inventory
	$(SWIFT) build --product gallery
endif
	@scripts/translations.sh compile $(TRANSLATIONS)

.PHONY: clean
clean: ## Remove everything built
	rm -rf .build .build-without-gtk .build-*-sanitizer
