/** Messages about programs, their bridges and deliveries, in English; ICU templates by their ids. */
export const TARGET_MESSAGES = {
  'target.project-unknown': 'The program no longer lists this project.',
  'target.no-settings': 'This program has no import settings. Files are opened in it one at a time.',
  'target.no-bridge': 'Its bridge is not installed. Install the bridge first, then change its import settings.',
  'target.formats': '{program} accepts {formats}. Create one of these with “dropforge make FILE --format”.',
  'target.valid': 'Valid targets: {names}.',

  'bridge.package-damaged':
    'The bridge files of this Dropforge installation are missing or damaged. Reinstall Dropforge.',
  'bridge.cannot-write': 'Could not write to “{folder}”. {reason} Grant write permission to the folder.',
  'bridge.other-program': 'Installed: {found}. Not found: {wanted}.',
  'bridge.settings-folder-unknown':
    'Could not find its settings folder. Start {program} once, then install the bridge again.',
  'bridge.not-a-project': '“{folder}” is not a {program} project.',
  'bridge.in-the-way': '“{name}” already exists in “{folder}” and was not created by Dropforge. Move or rename it.',
  'bridge.add-on-not-enabled': 'Blender could not enable the add-on: {reason}.',
  'bridge.add-on-not-disabled': 'Blender could not disable the add-on: {reason}.',
  'bridge.no-answer-for': 'it did not respond for {seconds} s',
  'bridge.ended-early': 'it exited early',
  'bridge.needs-version': 'It requires {program} {minimum} or later. Found: {found}.',
  'bridge.none-needed': 'It does not need a bridge. Use “dropforge export --target”.',
  'bridge.test-by-hand':
    'It cannot be tested automatically. Start the program and check that “dropforge targets list” shows it as live.',
  'bridge.name-project':
    'Specify the project with --project DIR.{count, plural, =0 {} other { Known {program} projects: {projects}.}}',

  'blend.timeout': 'Blender did not respond for {seconds} s.',
  'blend.no-result': 'Blender exited without a result. {reason}',

  'setting.format-list': 'It must be a list of these formats: {formats}.',
  'setting.format-not-read': '“{format}” is not a supported format. Supported formats: {formats}.',
  'setting.on-or-off': 'It must be on or off.',
  'setting.number-range': 'It must be a number from {min} to {max}.',
  'setting.one-of': 'It must be one of {choices}.',
  'setting.collection': 'It must be a collection name of at most 60 characters.',
  'setting.unreal-folder': 'It must be a folder below /Game, with letters, digits and _ only.',
  'setting.unity-folder': 'It must be a folder below Assets, such as Assets/Props.',
  'setting.godot-folder': 'It must be a folder below res://, such as res://props.',
  'setting.valid': 'Valid settings: {names}.',

  'subject.setting': 'The setting “{name}”',
  'subject.target': 'The target “{name}”',

  'delivery.size': 'The imported size is {found} instead of {expected}. {advice}',
  'delivery.check-scale': 'Check the scale in the import settings of the program.',
  'delivery.wrong-unit':
    'It is scaled by {factor}, probably because of a wrong unit. Set the scale in the import settings to 1, or import GLB.',
  'delivery.turned':
    'The model is rotated: {found} instead of {expected}. Import it in another format, preferably GLB.',
  'delivery.images-missing':
    'Missing textures: {names}. Export the asset as GLB, which embeds textures, and import it again.',
  'delivery.fewer-images':
    'Only {found} of {expected} textures are linked to its materials. Export the asset as GLB and import it again.',
  'delivery.clips-missing': 'Missing animations: {names}. Import it as GLB or FBX.',
  'delivery.skeleton-missing': 'The skeleton is missing. Import it as GLB or FBX.',
  'delivery.failed-bad-manifest': '{reason} Export the asset again.',
  'delivery.failed-unsafe-path':
    '{reason} No file was opened. Export the asset again and check who changed its folder.',
  'delivery.failed-missing-file': '{reason} Copy the entire folder again, then retry the import.',
  'delivery.failed-damaged': '{reason} Copy it again, or export the asset again.',
  'delivery.failed-no-format': '{reason} Export it in a format that the program supports, such as FBX.',
  'delivery.failed-import-failed': '{reason} Export it in another format and import that file.',
  'delivery.failed-crashed': '{reason} Export it in another format or with fewer triangles, then retry the import.',
  'delivery.failed-newer-schema': '{reason} Update the bridge with “dropforge targets install”.',
  'delivery.failed-not-found': '{reason} Check that the asset is still in the output folder.',
  'delivery.splat-not-supported':
    'Gaussian splats are not imported automatically into this program. Open the PLY file in a program that supports splats.',
  'delivery.claim-abandoned':
    '{program} closed during the import. {count, plural, =0 {It will not be tried again.} one {Start it again to retry; # attempt left.} other {Start it again to retry; # attempts left.}}',
  'delivery.bridge-outdated':
    'The bridge of {program} has version {version}; version {current} is available. Update it with “dropforge targets install”.',
  'delivery.unreadable':
    'Could not read “{file}” in the output folder. Delete the file; its asset will be delivered again.',
  'delivery.too-much-data':
    '“{file}” was not read: the asset and receipt files in the output folder are too large together. Remove some of them.',
  'delivery.newer-version': '“{file}” was written by a newer version. Update Dropforge to read it.',

  'delivered.copied': 'Copied.',
  'delivered.copied-alone': 'Copied without the files beside it.',
  'delivered.opened': 'Opened with the default program.',
  'delivered.opened-in': 'Opened in {program}.',
  'delivered.waits': 'Added to the output folder. {program} imports it at the next start.',
  'delivered.no-answer': 'Added to the output folder. {target} has not responded yet.',
  'delivered.imported': 'Imported by {target}.',
  'delivered.blend': 'Created a .blend file with Blender {version}.',

  'target-test.imported': 'Blender {version} imported a model ({size} m) in {seconds} s and saved {kilobytes} KB.',
  'target-test.measured': 'Read the test model with the correct size ({size} mm).',
  'target-test.not-read': 'Could not read the test model: {reason}. Start the program once, then retry.',
} as const;
