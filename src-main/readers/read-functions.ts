/**
 * Everything that parses files from outside, by name, loaded when it is first needed: a process that only reads images
 * starts in half the time. Requests and responses are plain data, because they cross a process boundary; every request
 * has the `path` of the file.
 */
export const READ_FUNCTIONS = {
  'check-source': async () => (await import('./inspect/check-source.ts')).checkSource,
  'inspect-source': async () => (await import('./inspect/inspect-source.ts')).inspectSource,
  'preview-model': async () => (await import('./inspect/preview-model.ts')).previewModel,
  'preview-mask': async () => (await import('./inspect/preview-mask.ts')).previewMask,
  'opaque-image': async () => (await import('./inspect/opaque-image.ts')).writeOpaqueImage,
  'fit-mask': async () => (await import('./inspect/fit-mask.ts')).fitMask,
  'mask-image': async () => (await import('./inspect/mask-image.ts')).maskImage,
  'to-png-file': async () => (await import('./inspect/to-png-file.ts')).toPngFile,
  'sniff-model': async () => (await import('./inspect/sniff-model.ts')).sniffModel,
  'check-model': async () => (await import('./inspect/check-model.ts')).checkModel,
  'content-facts': async () => (await import('./inspect/content-facts.ts')).readContentFacts,
  'usd-space': async () => (await import('./inspect/usd-space.ts')).readUsdSpace,
  'unpack-bundle': async () => (await import('./inspect/unpack-bundle.ts')).unpackBundle,
} as const;
