import { log } from '../log/log.ts';
import { saveCrashReport } from './crash-reports.ts';

/**
 * Saves a report when this process is about to end by an error that nobody caught, then calls `end`. Everything that matters is
 * on the disk already, therefore the process does not go on in an unknown state. Returns a function that stops this.
 */
export function catchCrashes(home: string, end: () => void): () => void {
  const onError = (error: unknown): void => {
    log.error('crash', 'Dropforge ends', error);
    saveCrashReport(home, 'app', error);
    end();
  };
  process.on('uncaughtException', onError);
  return () => void process.off('uncaughtException', onError);
}
