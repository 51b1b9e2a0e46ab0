/** Words about the limit of the library; it is only told of, never kept by removing anything. */
export const LIBRARY_TEXTS = {
  limit: 'Tell me when the library is larger than',
  limitHelp: 'Empty: never. Nothing is removed by itself; cleaning up keeps the only copy of anything.',
  none: 'No limit',
  unit: 'GB',
  invalid: 'An amount such as 20 or 0.5',
  above: (bytes: string, limit: string) => `The library holds ${bytes}, more than the ${limit} you set.`,
  change: 'Change the limit',
} as const;
