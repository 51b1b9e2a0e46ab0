"""Prepares a Blender with a window for the tests, and says what a person sees.

    blender --python window.py -- FOLDER PICTURE

Writes into FOLDER `ready` once Blender has drawn, `drawing` and `drawn` around every picture, `visible-N` with the time
when N objects were first drawn and the seconds their picture took, and PICTURE a moment after somebody makes `shoot`.
Hides what is there when somebody makes `hide`, ends when somebody makes `quit`.
"""

import os
import sys
import time

import bpy
from mathutils import Euler

FOLDER, PICTURE = sys.argv[sys.argv.index("--") + 1 :]


def say(name, text=""):
    with open(os.path.join(FOLDER, name + ".part"), "w") as file:
        file.write(text)
    os.rename(os.path.join(FOLDER, name + ".part"), os.path.join(FOLDER, name))


def on_begin():
    """Runs at the beginning of each picture of the 3D view."""
    on_draw.began = time.time()
    say("drawing")


def on_draw():
    """Runs at the end of each picture of the 3D view."""
    count = len(bpy.context.scene.objects)
    if count not in on_draw.seen:
        on_draw.seen.add(count)
        say("visible-{}".format(count), "{} {}".format(time.time(), time.time() - on_draw.began))
    say("drawn")
    if count == 0 and "ready" not in on_draw.seen:
        on_draw.seen.add("ready")
        say("ready")


on_draw.seen = set()
on_draw.clicks = [("MOUSEMOVE", "NOTHING"), ("LEFTMOUSE", "PRESS"), ("LEFTMOUSE", "RELEASE")]


def prepare():
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    space = area.spaces.active
    space.show_region_ui = True
    space.shading.color_type = "TEXTURE"
    space.region_3d.view_distance = 7.0
    space.region_3d.view_location = (0.4, 0, 0.0)
    space.region_3d.view_rotation = Euler((1.3, 0, 0.5)).to_quaternion()
    for item in list(bpy.data.objects):
        bpy.data.objects.remove(item)
    bpy.types.SpaceView3D.draw_handler_add(on_begin, (), "WINDOW", "PRE_VIEW")
    bpy.types.SpaceView3D.draw_handler_add(on_draw, (), "WINDOW", "POST_PIXEL")
    area.tag_redraw()
    bpy.app.timers.register(watch, first_interval=0.5)
    return None


def watch():
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    region = next(region for region in area.regions if region.type == "UI")
    if region.width > 1 and "ready" in on_draw.seen and on_draw.clicks:
        # The tabs stand in the last column of the sidebar, ours below the three of Blender. One event a look.
        x = region.x + region.width - 12
        y = region.y + region.height - 173
        kind, value = on_draw.clicks.pop(0)
        window.event_simulate(type=kind, value=value, x=x, y=y)
    if os.path.exists(os.path.join(FOLDER, "shoot")) and "first" not in on_draw.seen:
        # Both models stand in the middle: only the second is to be seen. The next look takes the image.
        on_draw.seen.add("first")
        bpy.data.objects["sphere"].hide_set(True)
        for material in bpy.data.materials:
            for link in material.node_tree.links if material.node_tree else []:
                if link.to_socket.name == "Base Color":
                    # The plain 3D view shows the image whose node is active.
                    material.node_tree.nodes.active = link.from_node
    elif os.path.exists(os.path.join(FOLDER, "shoot")):
        os.remove(os.path.join(FOLDER, "shoot"))
        with bpy.context.temp_override(window=window):
            bpy.ops.screen.screenshot(filepath=PICTURE)
        say("shot")
    if os.path.exists(os.path.join(FOLDER, "hide")):
        for item in bpy.context.scene.objects:
            item.hide_set(True)
        area.tag_redraw()
        os.remove(os.path.join(FOLDER, "hide"))
    if os.path.exists(os.path.join(FOLDER, "quit")):
        with bpy.context.temp_override(window=window):
            bpy.ops.wm.quit_blender()
    return 0.5


bpy.context.preferences.view.show_splash = False
bpy.app.timers.register(prepare, first_interval=0.5)
