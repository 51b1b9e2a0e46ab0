/** Messages about deliveries; `{1}`, `{2}` … stand for values. */
export const DELIVERY_MESSAGES = [
  // Differences between the manifest and the import.
  'The imported size is {1} instead of {2}. {3}',
  'Check the scale in the import settings of the program.',
  'It is scaled by {1}, probably because of a wrong unit. Set the scale in the import settings to 1, or import GLB.',
  'The model is rotated: {1} instead of {2}. Import it in another format, preferably GLB.',
  'Missing textures: {1}. Export the asset as GLB, which embeds textures, and import it again.',
  'Only {1} of {2} textures are linked to its materials. Export the asset as GLB and import it again.',
  'Missing animations: {1}. Import it as GLB or FBX.',
  'The skeleton is missing. Import it as GLB or FBX.',
  // Why an import failed, and what to do.
  '{1} Export the asset again.',
  '{1} No file was opened. Export the asset again and check who changed its folder.',
  '{1} Copy the whole folder again, then retry the import.',
  '{1} Copy it again, or export the asset again.',
  '{1} Export it in a format that the program supports, such as FBX.',
  '{1} Export it in another format and import that file.',
  '{1} Export it in another format or with fewer triangles, then retry the import.',
  '{1} Update the bridge with “dropforge targets install”.',
  '{1} Check that the asset is still in the export folder.',
  'Gaussian splats are not imported automatically into this program. Open the PLY file in a program that supports splats.',
  '{1} closed during the import. Start it again to retry; {2} attempt left.',
  '{1} closed during the import. Start it again to retry; {2} attempts left.',
  '{1} closed during the import. It will not be tried again.',
  // Bridges and protocol files.
  'The bridge of {1} has version {2}; version {3} is available. Update it with “dropforge targets install”.',
  'Could not read “{1}” in the export folder. Delete the file; its asset will be delivered again.',
  '“{1}” was written by a newer version. Update Dropforge to read it.',
] as const;
