import { runEntry } from './run-entry.ts';
import { startStudioWorker } from './studio/start-studio-worker.ts';

// Entry of a worker of a studio.
await runEntry(async (config) => {
  const { seats, operationsPort, close } = await startStudioWorker(config);
  return { ready: { seats, operationsPort }, close };
});
