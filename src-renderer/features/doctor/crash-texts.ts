/** Texts about a crash. */
export const CRASH_TEXTS = {
  app: 'Dropforge stopped unexpectedly and was started again. Your jobs continue.',
  page: 'The page stopped unexpectedly and was loaded again. Your jobs were not affected.',
  graphics: 'The graphics process stopped unexpectedly and was started again. Your jobs were not affected.',
  helper: 'A process of the window stopped unexpectedly. Your jobs were not affected.',
  show: 'Show report',
  hide: 'Hide report',
  dismiss: 'Dismiss',
  report: 'Crash report',
  help: 'The report stays on this computer. A support bundle includes it.',
} as const;
