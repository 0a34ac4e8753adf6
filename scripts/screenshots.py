#!/usr/bin/python3
"""Takes the pictures of the README, of built programs:

    scripts/with-display.sh --wayland scripts/screenshots.py \\
      [--build FOLDER] [--output FOLDER] [NAME…]

The programs are those in .build/debug, or in the folder that --build names. The pictures are
written to docs/images; with names, only those. The end-to-end tests' driver leads the programs to
what is shown, so that pictures and tests break together. `make screenshots` installs what is
needed.

On Wayland the windows look as on GNOME, with round corners and shadows. Each picture is taken
twice, before black and before white, to learn how transparent each pixel is: corners and shadows
then suit the page that shows the picture.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time

SOURCES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ["INVENTORY_TESTS_DISPLAY"] = "wayland"
sys.path.insert(0, os.path.join(SOURCES, "Tests", "InventoryTests", "Support"))
from drive import Driver, extents_of  # noqa: E402

# A blinking cursor would make no two pictures equal.
SETTINGS = """[Settings]
gtk-application-prefer-dark-theme={dark}
gtk-cursor-blink=false
gtk-font-name=Cantarell 11
"""
# Behind the windows of the animation, which cannot be partly transparent.
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
    run("swaymsg", f"output * background {color} solid_color", stdout=subprocess.DEVNULL)


def report(file):
    print(f"{os.path.relpath(file)}: {os.path.getsize(file) // 1024} KB", flush=True)


class Program:
    """A program that is shown, with requests to the driver as methods."""

    def __init__(self, build, name, arguments):
        self.driver = Driver()
        self.request("launch", program=os.path.join(build, name), arguments=arguments)

    def request(self, what, **arguments):
        return getattr(self.driver, f"do_{what}")(arguments)

    def quit(self):
        output = self.request("quit")["output"]
        if output:
            sys.exit(f"screenshots: the program printed: {output}")


class Studio:
    """The programs' data, and the style in which they are shown."""

    def __init__(self, build, output, folder):
        self.build = build
        self.output = output
        self.folder = folder
        self.database = os.path.join(folder, "inventory.sqlite")

    def fill_database(self):
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.database)
        data = os.path.join(SOURCES, "resources", "sample-data.csv")
        run(
            os.path.join(self.build, "inventory"), "--database", self.database, "--import", data,
            stdout=subprocess.DEVNULL,
        )

    def set_style(self, is_dark):
        settings = os.path.join(os.environ["XDG_CONFIG_HOME"], "gtk-4.0", "settings.ini")
        os.makedirs(os.path.dirname(settings), exist_ok=True)
        with open(settings, "w") as file:
            file.write(SETTINGS.format(dark=int(is_dark)))

    def inventory(self, link="inventory://items"):
        return Program(self.build, "inventory", ["--database", self.database, "--open", link])

    def gallery(self, page):
        return Program(self.build, "gallery", ["--page", page])

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
        run("xdotool", "mousemove", "1279", "799")
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

    def store(self, picture, name):
        os.makedirs(self.output, exist_ok=True)
        file = os.path.join(self.output, name)
        run("pngquant", "--force", "--quality", "80-98", "--speed", "1", "--output", file, picture)
        run("optipng", "-quiet", "-o5", file)
        report(file)


# Each of these leads a program to what is shown, and returns it.


def show_list(studio):
    program = studio.inventory()
    program.request("find", role="list item")
    return program


def show_item(studio):
    program = studio.inventory("inventory://items/WRK-002")
    program.request("window", name="Cordless drill 18 V")
    return program


def show_form(studio):
    program = studio.inventory("inventory://items/WRK-002/edit")
    program.request("find", role="button", name="Save")
    return program


def show_gallery(studio):
    program = studio.gallery("listSections")
    program.request("find", role="label", name="Middlemarch")
    return program


PICTURES = {
    "list": show_list,
    "item": show_item,
    "form": show_form,
    "gallery": show_gallery,
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
    left, top = driver.wayland_window(window)
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
    """Push, sheet and back."""
    item = "Apple juice, 5 l box"
    set_background(BACKGROUND)
    program = show_list(studio)
    driver = program.driver
    driver.focus_top_window()
    studio.capture("settled")
    window = driver.all_windows()[0]
    left, top = driver.wayland_window(window)
    extents = extents_of(window)
    area = (left - SHADOW, top - SHADOW, extents.width + 2 * SHADOW, extents.height + 2 * SHADOW)
    run("xdotool", "mousemove", str(left + extents.width // 2), str(top + extents.height - 120))
    recording = Recording(studio, area)
    time.sleep(LONGEST_REST)
    glide(program, "label", item)
    program.request("window", name=item)
    glide(program, "button", "Edit")
    glide(program, "button", "Cancel")
    program.request("gone", role="button", name="Save")
    glide(program, "button", "Back")
    time.sleep(LONGEST_REST)
    recording.finish(f"{name}.gif")
    program.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(SOURCES, ".build", "debug"))
    parser.add_argument("--output", default=os.path.join(SOURCES, "docs", "images"))
    parser.add_argument("names", nargs="*", help="such as list, item-dark, navigation")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        studio = Studio(os.path.abspath(arguments.build), os.path.abspath(arguments.output), folder)
        for suffix, is_dark in ("", False), ("-dark", True):
            studio.set_style(is_dark)
            studio.fill_database()
            for name, show in PICTURES.items():
                if arguments.names and name + suffix not in arguments.names:
                    continue
                program = show(studio)
                studio.photograph(name + suffix)
                program.quit()
        if not arguments.names or "navigation" in arguments.names:
            studio.set_style(is_dark=False)
            studio.fill_database()
            animate(studio, "navigation")


if __name__ == "__main__":
    main()
