#!/usr/bin/python3
"""Takes the pictures of the README, of built programs, or pictures for a review:

    scripts/with-display.sh --wayland scripts/screenshots.py \\
      [--build FOLDER] [--output FOLDER] [--review] [NAME…]

The programs are those in .build/debug, or in the folder that --build names. The pictures are
written to docs/images; with names, only those. The end-to-end tests' driver leads the programs to
what is shown, so that pictures and tests break together. `make screenshots` installs what is
needed.

On Wayland the windows look as on GNOME, with round corners and shadows. Each picture is taken
twice, before black and before white, to learn how transparent each pixel is: corners and shadows
then suit the page that shows the picture.

With --review, each picture is taken of a narrow, a medium and a wide window, in the light, the dark
and the high-contrast style, with large text, in German and in Hebrew. The display has to be wide
enough for that: DISPLAY_SIZE=1920x1200. These can also be taken on X11, without --wayland and with
INVENTORY_TESTS_DISPLAY=x11; the window manager is openbox then.
"""

import argparse
import contextlib
import csv
import os
import re
import subprocess
import sys
import tempfile
import time

SOURCES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ.setdefault("INVENTORY_TESTS_DISPLAY", "wayland")
sys.path.insert(0, os.path.join(SOURCES, "Tests", "InventoryTests", "Support"))
from drive import IS_WAYLAND, Driver, extents_of  # noqa: E402

# GTK's own settings, and those of the desktop, which come first. With a blinking cursor, no two
# pictures would be equal.
GTK_SETTINGS = """[Settings]
gtk-application-prefer-dark-theme={dark}
"""
# On X11 there is no program that tells GTK what the desktop's settings are.
GTK_SETTINGS_ON_X11 = """gtk-cursor-blink=false
gtk-font-name=Cantarell 11
gtk-theme-name={theme}
"""
DESKTOP_SETTINGS = """[org/gnome/desktop/interface]
cursor-blink=false
font-name='Cantarell 11'
gtk-theme='{theme}'
text-scaling-factor={text}
"""
# For a review: widths of windows, and styles as arguments of `Studio.set_style`.
WIDTHS = (360, 800, 1600)
STYLES = {
    "light": {},
    "dark": {"is_dark": True},
    "contrast": {"theme": "HighContrast"},
    "large": {"text": 1.6},
    "german": {"language": "de_DE.UTF-8"},
    "hebrew": {"language": "he_IL.UTF-8"},
}
# What has happened to an item in the last weeks.
HISTORY = """
WITH change (days, delta, reason, note) AS (VALUES
  (70, 6, 'received', ''), (63, -4, 'used', 'Fence'), (49, 5, 'received', ''),
  (42, -3, 'used', ''), (28, -2, 'used', 'Shelves'), (21, 6, 'received', 'Autumn sale'),
  (14, -5, 'used', ''), (7, -3, 'used', 'Garden bench'))
INSERT INTO movement (itemKey, date, reason, deltaMillionths, note)
  SELECT key, createdAt - days * 86400000, reason, delta * 1000000, note
  FROM change JOIN item ON sku = 'WRK-028' ORDER BY days DESC;
UPDATE movement SET date = (SELECT createdAt FROM item WHERE key = itemKey) - 77 * 86400000
  WHERE itemKey = (SELECT key FROM item WHERE sku = 'WRK-028') AND reason = 'counted';
"""
# The counts of a stocktake that goes on.
STOCKTAKE = """
INSERT INTO stocktakeCount (itemKey, countedMillionths, expectedMillionths, countedAt)
  SELECT key, quantityMillionths - (key % 3 = 0) * 1000000, quantityMillionths, changedAt + key
  FROM item WHERE sku BETWEEN 'KIT-019' AND 'KIT-025';
"""
# Behind the windows of what cannot be partly transparent.
BACKGROUND = "#deddda"
FRAMES_PER_SECOND = 20
# How long GTK's animations take at most, and how long a frame of ours is shown, in seconds.
ANIMATION = 0.5
LONGEST_REST = 1.0
# How far the shadow of a window reaches, in pixels.
SHADOW = 20
# In how many steps the pointer moves.
GLIDE_STEPS = 16


def run(*command, **options):
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL, **options)


def output_of(*command):
    return run(*command, capture_output=True, text=True).stdout


def set_background(color):
    if IS_WAYLAND:
        run("swaymsg", f"output * background {color} solid_color", stdout=subprocess.DEVNULL)
    else:
        run("xsetroot", "-solid", color)


@contextlib.contextmanager
def window_manager():
    """Places windows on X11 as on a desktop. A compositor of Wayland does so itself."""
    if IS_WAYLAND:
        yield
        return
    manager = subprocess.Popen(
        ["openbox"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        manager.terminate()
        manager.wait()


def report(file):
    print(f"{os.path.relpath(file)}: {os.path.getsize(file) // 1024} KB", flush=True)


class Program:
    """A program that is shown, with requests to the driver as methods."""

    def __init__(self, build, name, arguments, environment):
        self.driver = Driver()
        self.request(
            "launch",
            program=os.path.join(build, name), arguments=arguments, environment=environment,
        )

    def request(self, what, **arguments):
        return getattr(self.driver, f"do_{what}")(arguments)

    def quit(self):
        lines = self.request("quit")["output"].splitlines()
        # GTK 4.8 warns of popovers whose window gets another size on Wayland.
        output = "\n".join(line for line in lines if "moving popups" not in line).strip()
        if output:
            sys.exit(f"screenshots: the program printed: {output}")


class Studio:
    """The programs' data, and the style, language and width in which they are shown."""

    def __init__(self, build, output, folder):
        self.build = build
        self.output = output
        self.folder = folder
        self.database = os.path.join(folder, "inventory.sqlite")
        self.environment = {}
        self.width = None

    def fill_database(self, count=None):
        """Imports the sample data, or as many of its items as the list begins with."""
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.database)
        data = os.path.join(SOURCES, "resources", "sample-data.csv")
        if count:
            with open(data, newline="") as file:
                header, *rows = csv.reader(file)
            data = os.path.join(self.folder, "some.csv")
            with open(data, "w", newline="") as file:
                csv.writer(file).writerows([header] + sorted(rows)[:count])
        run(
            os.path.join(self.build, "inventory"), "--database", self.database, "--import", data,
            stdout=subprocess.DEVNULL,
        )
        run("sqlite3", self.database, HISTORY)

    def set_style(self, is_dark=False, theme="Adwaita", text=1.0, language=None):
        configuration = os.environ["XDG_CONFIG_HOME"]
        gtk_settings = GTK_SETTINGS.format(dark=int(is_dark))
        if not IS_WAYLAND:
            gtk_settings += GTK_SETTINGS_ON_X11.format(theme=theme)
            resources = os.path.join(self.folder, "resources")
            with open(resources, "w") as file:
                file.write(f"Xft.dpi: {round(96 * text)}\n")
            run("xrdb", "-merge", resources)
        for path, settings in (
            ("gtk-4.0/settings.ini", gtk_settings),
            ("glib-2.0/settings/keyfile", DESKTOP_SETTINGS.format(theme=theme, text=text)),
        ):
            path = os.path.join(configuration, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(settings)
        self.environment = {"GSETTINGS_BACKEND": "keyfile"}
        if language:
            self.environment |= self.locale(language)

    def locale(self, name):
        """The environment for a locale, which need not be installed."""
        folder = os.path.join(self.folder, "locales")
        if not os.path.exists(os.path.join(folder, name)):
            os.makedirs(folder, exist_ok=True)
            source = name.split(".")[0]
            run("localedef", "-i", source, "-f", "UTF-8", os.path.join(folder, name))
        return {"LOCPATH": folder, "LC_ALL": name, "LANGUAGE": None}

    def start(self, program, *arguments):
        shown = Program(self.build, program, list(arguments), self.environment)
        if self.width:
            driver = shown.driver
            driver.until("a window is open", {}, driver.all_windows)
            if IS_WAYLAND:
                window = f"[pid={driver.process.pid}]"
                run(
                    "swaymsg", f"{window} resize set width {self.width} px, move position center",
                    stdout=subprocess.DEVNULL,
                )
            else:
                # The window itself, also if there is a dialog above it already.
                window = driver.all_windows()[-1]
                identifier, left, top = driver.x_window(window)
                height = extents_of(window).height
                run(
                    "xdotool",
                    "windowsize", identifier, str(self.width + 2 * left), str(height + 2 * top),
                    "windowmove", identifier, "100", "100",
                )
        return shown

    def inventory(self, link="inventory://items"):
        return self.start("inventory", "--database", self.database, "--open", link)

    def gallery(self, page):
        return self.start("gallery", "--page", page)

    def translated(self, text):
        """A text of the program in its language."""
        language = self.environment.get("LC_ALL", "")[:2]
        if not language:
            return text
        with open(os.path.join(SOURCES, "po", f"{language}.po")) as file:
            return re.search(f'^msgid "{re.escape(text)}"\nmsgstr "(.*)"$', file.read(), re.M)[1]

    # Pictures

    def capture(self, name):
        """Takes a picture of the whole display, once it is at rest."""
        file = os.path.join(self.folder, f"{name}.png")
        previous = None
        for _ in range(50):
            run("import", "-window", "root", "-strip", file)
            with open(file, "rb") as picture:
                current = picture.read()
            if current == previous:
                return file
            previous = current
            time.sleep(0.2)
        sys.exit("screenshots: the display is never at rest")

    def photograph(self, name):
        """Writes a picture of the windows, with transparency."""
        run("xdotool", "mousemove", "0", "0")
        set_background("#000000")
        black = self.capture("black")
        set_background("#ffffff")
        white = self.capture("white")
        result = os.path.join(self.folder, "result.png")
        # What is opaque is the same before both: alpha is 1 less their difference. Before black,
        # each color has been multiplied with it.
        run(
            "convert", black,
            "(", white, black, "-compose", "difference", "-composite", "-colorspace", "gray",
            "-negate", "-write", "mpr:alpha", ")",
            "-compose", "DivideSrc", "-composite",
            "mpr:alpha", "-alpha", "off", "-compose", "CopyOpacity", "-composite",
            "-trim", "+repage", result,
        )
        self.store(result, f"{name}.png")

    def photograph_plainly(self, name):
        """Writes a picture of the windows before a background."""
        run("xdotool", "mousemove", "0", "0")
        set_background(BACKGROUND)
        file = os.path.join(self.output, f"{name}.png")
        os.makedirs(self.output, exist_ok=True)
        run(
            "convert", self.capture("plain"), "-trim", "+repage",
            "-bordercolor", BACKGROUND, "-border", "10", file,
        )
        report(file)

    def store(self, picture, name):
        os.makedirs(self.output, exist_ok=True)
        file = os.path.join(self.output, name)
        run("pngquant", "--force", "--quality", "80-98", "--speed", "1", "--output", file, picture)
        run("optipng", "-quiet", "-o5", file)
        report(file)


def show_at(link, role, name=None):
    """Returns a function that leads the program to a link and returns it once an element is there.

    The names are those of the sample data, which are the same in all languages.
    """
    element = {"role": role} | ({"name": name} if name else {})

    def show(studio):
        program = studio.inventory(link)
        program.request("find", **element)
        return program

    return show


def show_gallery(studio):
    program = studio.gallery("listSections")
    program.request("find", role="label", name="Middlemarch")
    return program


def show_restore(studio):
    """The question whether to restore a backup, which the program makes when it starts."""
    program = studio.inventory()
    folder = studio.database + ".backups"
    for _ in range(100):
        backups = [name for name in os.listdir(folder) if name.endswith(".sqlite")] if (
            os.path.isdir(folder)
        ) else []
        if backups:
            break
        time.sleep(0.1)
    program.quit()
    program = studio.inventory(f"inventory://backups/{backups[-1]}")
    program.request("find", role="label", name=studio.translated("Restore this backup?"))
    return program


DRILL = "Cordless drill 18 V"
SCREWS = "Wood screws 4 × 40, box of 200"
PICTURES = {
    # Rows without their item look different.
    "list": show_at("inventory://items", "label", "AA batteries"),
    "item": show_at("inventory://items/WRK-028", "label", SCREWS),
    "form": show_at("inventory://items/WRK-002/edit", "text"),
    "gallery": show_gallery,
}
# What a review looks at, in addition.
MORE_PICTURES = {
    "question": show_at("inventory://items/WRK-002/delete", "label", DRILL),
    "booking": show_at("inventory://items/WRK-028/book", "text"),
    # Resized on Wayland, a popover is not on the accessibility bus: wait for the window alone.
    "filters": show_at("inventory://filters", "frame"),
    "locations": show_at("inventory://locations", "label", "Workshop"),
    "location": show_at(
        "inventory://locations/Workshop%20%2F%20Drawers", "label", "Epoxy, two-part, 24 ml"
    ),
    "location-form": show_at("inventory://locations//new-location", "text"),
    "stocktake": show_at("inventory://stocktake", "label", "Wine glass"),
    "review": show_at("inventory://stocktake/review", "label", "Jar lids, 82 mm"),
    "count": show_at("inventory://stocktake/count/KIT-020", "text"),
    "tag": show_at("inventory://tags/Electrical", "label", DRILL),
    "history": show_at("inventory://items/WRK-028/history", "image"),
    "restore": show_restore,
    "preferences": show_at("inventory://preferences", "text"),
    "shortcuts": show_at("inventory://shortcuts", "label", "F10"),
    "about": show_at("inventory://about", "label", "0.1.0"),
    "legal": show_at("inventory://legal", "label", "MIT"),
}


# The animation


class Recording:
    """What a part of the display shows meanwhile, as an animation."""

    def __init__(self, studio, area):
        left, top, width, height = area
        self.studio = studio
        self.film = os.path.join(studio.folder, "film.mkv")
        self.recorder = subprocess.Popen(
            [
                "ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-draw_mouse", "1",
                "-framerate", str(FRAMES_PER_SECOND), "-video_size", f"{width}x{height}",
                "-i", f"{os.environ['DISPLAY']}+{left},{top}",
                "-c:v", "libx264rgb", "-crf", "0", "-preset", "ultrafast", self.film,
            ],
            stdin=subprocess.PIPE,
        )

    def frames(self):
        """The pictures in which something changes, with the seconds that each is shown."""
        folder = os.path.join(self.studio.folder, "frames")
        os.makedirs(folder)
        # Named by the milliseconds at which they begin.
        run(
            "ffmpeg", "-loglevel", "error", "-i", self.film,
            "-vf", "mpdecimate=max=0:hi=1:lo=1:frac=0",
            "-vsync", "passthrough", "-frame_pts", "true", "-enc_time_base", "1/1000",
            os.path.join(folder, "%09d.png"),
        )
        files = sorted(os.listdir(folder))
        times = [int(os.path.splitext(file)[0]) / 1000 for file in files]
        ends = times[1:] + [times[-1] + LONGEST_REST]
        for file, start, end in zip(files, times, ends):
            # Looking for elements takes a busy machine its time, which nobody wants to watch.
            yield os.path.join(folder, file), min(end - start, LONGEST_REST)

    def finish(self, name):
        self.recorder.communicate(b"q")
        script = os.path.join(self.studio.folder, "frames.txt")
        with open(script, "w") as file:
            for picture, seconds in self.frames():
                file.write(f"file '{picture}'\nduration {seconds:.3f}\n")
            # The last duration counts only before another picture.
            file.write(f"file '{picture}'\n")
        result = os.path.join(self.studio.output, name)
        # The same colors for all frames, and no dithering, which would change from frame to frame.
        run(
            "ffmpeg", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i", script,
            "-vsync", "passthrough", "-filter_complex",
            "split [a][b]; [a] palettegen=max_colors=128 [p];"
            " [b][p] paletteuse=dither=none:diff_mode=rectangle",
            "-loop", "0", result,
        )
        report(result)


def glide(program, role, name):
    """Moves the pointer to an element as a hand does, and clicks on it."""
    request = {"role": role, "name": name}
    driver = program.driver
    _, window, place = driver.until(
        f"{name} is at rest", request, lambda: driver.at_rest(*driver.wait_for(request))
    )
    left, top = driver.wayland_window(window)[1:]
    target = left + place[0], top + place[1]
    location = output_of("xdotool", "getmouselocation").split()
    start = [int(part.split(":")[1]) for part in location[:2]]
    for step in range(1, GLIDE_STEPS + 1):
        # Slow, fast, slow.
        part = (step / GLIDE_STEPS) ** 2 * (3 - 2 * step / GLIDE_STEPS)
        x, y = (round(start[axis] + part * (target[axis] - start[axis])) for axis in (0, 1))
        run("xdotool", "mousemove", str(x), str(y))
        time.sleep(1 / FRAMES_PER_SECOND)
    time.sleep(0.2)
    run("xdotool", "click", "1")
    time.sleep(ANIMATION)


def animate(studio, name):
    """Push, sheet, undo and back."""
    item = "Apple juice, 5 l box"
    set_background(BACKGROUND)
    program = PICTURES["list"](studio)
    driver = program.driver
    driver.focus_top_window()
    studio.capture("settled")
    window = driver.all_windows()[0]
    left, top = driver.wayland_window(window)[1:]
    extents = extents_of(window)
    area = (left - SHADOW, top - SHADOW, extents.width + 2 * SHADOW, extents.height + 2 * SHADOW)
    run("xdotool", "mousemove", str(left + extents.width // 2), str(top + extents.height - 120))
    recording = Recording(studio, area)
    time.sleep(LONGEST_REST)
    glide(program, "label", item)
    program.request("window", name=item)
    glide(program, "button", "Change Quantity…")
    program.request("enter", role="text", name="Amount", text="3")
    glide(program, "button", "Save")
    program.request("find", role="label", name=f"Quantity of “{item}” changed")
    time.sleep(LONGEST_REST)
    glide(program, "button", "Undo")
    program.request("find", role="label", name=f"Quantity of “{item}” changed back")
    time.sleep(LONGEST_REST)
    glide(program, "button", "Back")
    time.sleep(LONGEST_REST)
    recording.finish(f"{name}.gif")
    program.quit()


def take_pictures(studio, names):
    """Takes the pictures of the README."""
    for suffix, is_dark in ("", False), ("-dark", True):
        studio.set_style(is_dark)
        studio.fill_database()
        for name, show in PICTURES.items():
            if names and name + suffix not in names:
                continue
            program = show(studio)
            studio.photograph(name + suffix)
            program.quit()
    if not names or "navigation" in names:
        studio.set_style()
        # The driver looks through all rows for an element, and messages do not wait for long.
        studio.fill_database(12)
        animate(studio, "navigation")


def review(studio, names):
    """Takes pictures in all styles, languages and widths."""
    studio.fill_database()
    run("sqlite3", studio.database, STOCKTAKE)
    for style, settings in STYLES.items():
        studio.set_style(**settings)
        for name, show in (PICTURES | MORE_PICTURES).items():
            if names and name not in names:
                continue
            for width in WIDTHS:
                studio.width = width
                program = show(studio)
                studio.photograph_plainly(f"{name}-{style}-{width}")
                program.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(SOURCES, ".build", "debug"))
    parser.add_argument("--output", default=os.path.join(SOURCES, "docs", "images"))
    parser.add_argument("--review", action="store_true")
    parser.add_argument("names", nargs="*", help="such as list, item-dark, navigation")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(os.path.abspath(arguments.build), os.path.abspath(arguments.output), folder)
        with window_manager():
            (review if arguments.review else take_pictures)(studio, arguments.names)


if __name__ == "__main__":
    main()
