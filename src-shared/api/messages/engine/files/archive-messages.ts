/** Messages of the engine: why an archive with a model cannot be read, in English; ICU templates by their ids. */
export const ARCHIVE_MESSAGES = {
  'archive.entries': 'The archive contains more than {limit, number} files.',
  'archive.unpacked-size': 'The archive unpacks to more than 1 GB. Remove files that the model does not use.',
  'archive.ratio': 'The archive unpacks to more than a hundred times its size.',
  'archive.entry-type': 'The archive contains encrypted files or links. Pack plain files instead.',
  'archive.no-model': 'The archive contains no model. Add a GLB, glTF, FBX, OBJ, STL, 3MF or USDZ file.',
  'archive.several-models': 'The archive contains {count, number} models. Import one at a time.',
  'archive.nested': 'The archive contains another archive. Unpack it and import the inner one.',
} as const;
