/** What the page may ask of main. Kept apart from the schemas, so that the preload stays a few lines. */
export const CALL_NAMES = [
  'app:info',
  'queue:list',
  'queue:add',
  'queue:retry',
  'queue:cancel',
  'queue:remove',
  'queue:export',
  'queue:resolve',
  'sources:take',
  'samples:list',
  'samples:take',
  'artifact:reveal',
  'exportFolder:reveal',
  'exportFolder:choose',
  'settings:get',
  'settings:set',
  'key:set',
  'key:forget',
  'service:get',
  'service:check',
] as const;

/** What main tells the page. */
export const PUSH_NAMES = ['queue:changed', 'settings:changed', 'service:changed'] as const;
