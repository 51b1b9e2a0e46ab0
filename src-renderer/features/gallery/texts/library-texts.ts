/** Texts for the library's size limit, which only triggers a warning and never removes files. */
export const LIBRARY_TEXTS = {
  limit: 'Warn when the library exceeds',
  limitHelp:
    'Leave empty for no limit. Dropforge never removes files automatically; Clean up never removes the only copy.',
  none: 'No limit',
  unit: 'GB',
  invalid: 'Enter a number such as 20 or 0.5',
  above: (bytes: string, limit: string) => `The library uses ${bytes}, which is more than the limit of ${limit}.`,
  change: 'Change limit',
} as const;
