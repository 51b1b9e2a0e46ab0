/** What main says of deliveries; `{1}`, `{2}` … stand for what varies. */
export const DELIVERY_MESSAGES = [
  // What arrived otherwise than promised.
  'It is {1} there instead of {2}. {3}',
  'Look at the scale in the settings of the program’s bridge.',
  'That is {1} times as large: the unit was taken for another. Set the scale of the program’s bridge to 1, or import GLB.',
  'It lies on its side: {1} there instead of {2}. Import it in another format, GLB first.',
  'Pictures are missing: {1}. Export it as GLB, which holds them inside, and import that.',
  '{1} of {2} pictures are on its materials. Export it as GLB, and import that.',
  'Animations did not arrive: {1}. Import it as GLB or FBX.',
  'Its skeleton did not arrive. Import it as GLB or FBX.',
  // Why an import failed, and what to do.
  '{1} Export the asset again.',
  '{1} Nothing was opened. Export the asset again, and find out who changed its folder.',
  '{1} Copy the whole folder again, then import it once more.',
  '{1} Copy it again, or export the asset again.',
  '{1} Export it in a format that the program reads, such as FBX.',
  '{1} Export it in another format, then import that.',
  '{1} Export it in another format or with fewer triangles, then import it once more.',
  '{1} Install the bridge again with “dropforge targets install”; it was made for a later one.',
  '{1} Look whether the asset is still in the export folder.',
  'It is a Gaussian splat, which this program does not bring in by itself. Drag its PLY into one that reads splats.',
  '{1} ended in the middle of the import. Start it again; it tries {2} more time.',
  '{1} ended in the middle of the import. Start it again; it tries {2} more times.',
  '{1} ended in the middle of the import. It is not tried again.',
  // Of bridges and the files of the protocol.
  'The bridge of {1} is version {2}, and {3} is here. Install it again with “dropforge targets install”.',
  '“{1}” in the export folder cannot be read, so it is passed over. Remove it; what it stood for is delivered again.',
  '“{1}” was written by a later version. Update this Dropforge to see it.',
] as const;
