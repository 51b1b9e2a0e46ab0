import { limitYoungGeneration } from './limit-young-generation.ts';
import { runEntry } from './run-entry.ts';
import { startService } from './start-service.ts';

// Entry of a service: the whole of it, or an API process of a studio.
await runEntry(async (config) => {
  limitYoungGeneration();
  if (config.studio) {
    const { startStudioService } = await import('./studio/start-studio-service.ts');
    const { baseUrl, operationsPort, webhookSecrets, close } = await startStudioService(config);
    return { ready: { baseUrl, operationsPort, webhookSecrets }, close };
  }
  const { baseUrl, apiKey, consoleToken, webhookSecrets, close } = await startService(config);
  return { ready: { baseUrl, apiKey, consoleToken, webhookSecrets }, close };
});
