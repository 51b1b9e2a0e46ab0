"""User interface of the add-on: preferences, a sidebar panel and an operator."""

import textwrap
from typing import Any, Set

import bpy

from . import session

# Preferences in display order.
_DISPLAYED = ("folder", "target", "formats", "scale", "stl_unit", "bare_up", "into", "has_collection", "has_materials")
_DISPLAYED += ("frames_view",)

# Characters per line of the sidebar at its default width.
_LINE_LENGTH = 32


def _restart(_self: Any, _context: Any) -> None:
    session.change()


class DropforgePreferences(bpy.types.AddonPreferences):
    """The add-on preferences; each change restarts delivery."""

    bl_idname = __package__

    folder: bpy.props.StringProperty(
        name="Output Folder",
        description="Folder to import models from. Choose the same folder as in the Dropforge settings",
        subtype="DIR_PATH",
        update=_restart,
    )
    target: bpy.props.StringProperty(
        name="Target Name",
        description="Each target imports every model once. Leave empty to use blender@ and the computer name",
        update=_restart,
    )
    has_collection: bpy.props.BoolProperty(
        name="Collection per Model",
        description="Create a new collection, named after the model, for every import",
        default=True,
        update=_restart,
    )
    scale: bpy.props.FloatProperty(
        name="Scale",
        description="Scale factor for imported models",
        default=1.0,
        min=0.0001,
        max=10000.0,
        update=_restart,
    )
    stl_unit: bpy.props.EnumProperty(
        name="STL Unit",
        description="Unit of STL files without a manifest. The format does not store one",
        items=[
            ("0.001", "Millimeters", ""),
            ("0.01", "Centimeters", ""),
            ("0.0254", "Inches", ""),
            ("1.0", "Meters", ""),
        ],
        update=_restart,
    )
    bare_up: bpy.props.EnumProperty(
        name="OBJ and STL Up Axis",
        description="Up axis of files without a manifest. Neither format stores one",
        items=[("usual", "Default (OBJ: Y, STL: Z)", ""), ("Y", "Y", ""), ("Z", "Z", "")],
        update=_restart,
    )
    formats: bpy.props.StringProperty(
        name="Preferred Formats",
        description="Comma-separated formats to import first if an asset contains several, for example: fbx, glb",
        update=_restart,
    )
    into: bpy.props.StringProperty(
        name="Collection",
        description="Parent collection for imported models. Leave empty to use the scene collection",
        maxlen=60,
        update=_restart,
    )
    has_materials: bpy.props.BoolProperty(
        name="Materials", description="Import materials. Disable to import geometry only", default=True, update=_restart
    )
    frames_view: bpy.props.BoolProperty(
        name="Frame Imported Models",
        description="Frame new models in the 3D Viewport after import",
        default=False,
        update=_restart,
    )

    def draw(self, _context: Any) -> None:
        """Draws the preferences."""
        layout = self.layout
        layout.use_property_split = True
        for name in _DISPLAYED:
            layout.prop(self, name)


class DROPFORGE_OT_import_again(bpy.types.Operator):
    """Import the model again. Existing objects are kept"""

    bl_idname = "dropforge.import_again"
    bl_label = "Import Again"

    asset: bpy.props.StringProperty(options={"HIDDEN"})

    def execute(self, _context: Any) -> Set[str]:
        """Removes the receipt, so that the bridge imports the asset again."""
        try:
            session.import_again(self.asset)
        except OSError as error:
            self.report({"ERROR"}, "Could not remove the receipt: {}".format(error.strerror or error))
            return {"CANCELLED"}
        return {"FINISHED"}


class DROPFORGE_PT_receipts(bpy.types.Panel):
    """Shows the latest imports."""

    bl_idname = "DROPFORGE_PT_receipts"
    bl_label = "Dropforge"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Dropforge"

    def draw(self, _context: Any) -> None:
        """Draws the state and a box for each receipt."""
        column = self.layout.column(align=True)
        for line in textwrap.wrap(session.describe(), _LINE_LENGTH):
            column.label(text=line)
        for receipt in session.last_receipts():
            self._draw_receipt(receipt)

    def _draw_receipt(self, receipt: Any) -> None:
        box = self.layout.box().column(align=True)
        row = box.row()
        is_failed = receipt["status"] == "failed"
        name = (receipt["file"] or receipt["asset"]).rpartition("/")[2]
        row.label(text=name, icon="ERROR" if is_failed else "CHECKMARK")
        row.operator("dropforge.import_again", text="", icon="FILE_REFRESH").asset = receipt["asset"]
        if receipt["dimensions"]:
            box.label(text="{:.3g} × {:.3g} × {:.3g} m, {:.1f} s".format(*receipt["dimensions"], receipt["seconds"]))
        texts = [receipt["error"]["message"]] if is_failed else list(receipt["warnings"])
        if receipt["textures"]["missing"]:
            texts.append("Missing textures: " + ", ".join(receipt["textures"]["missing"]))
        for text in texts[:3]:
            for line in textwrap.wrap(text, _LINE_LENGTH)[:6]:
                box.label(text=line)


_CLASSES = (DropforgePreferences, DROPFORGE_OT_import_again, DROPFORGE_PT_receipts)


def register() -> None:
    """Registers all classes."""
    for item in _CLASSES:
        bpy.utils.register_class(item)


def unregister() -> None:
    """Unregisters all classes."""
    for item in reversed(_CLASSES):
        bpy.utils.unregister_class(item)
