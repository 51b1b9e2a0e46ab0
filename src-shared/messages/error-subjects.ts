/** What main calls things that have no name of their own. */
export const ERROR_SUBJECTS = [
  // Things of ours.
  'The hot folder',
  'The output folder',
  'The export folder',
  'The key',
  'The update feed address',
  'the cloud service',
  'the service this job was ordered at',
  '{1} as it was when this job was ordered there',
  'Recipe “{1}”',
  'The setting “{1}”',
  'The target “{1}”',
] as const;
