import { parseArgs } from 'node:util';
import { readConfig } from './read-config.ts';
import { StartupError } from '../base/startup-error.ts';
import { startService, type RunningService } from './start-service.ts';
import { limitYoungGeneration } from './limit-young-generation.ts';

/** Exit code of a refused start; standard error contains the reason in one sentence. */
const REFUSED = 2;

// Process entry: prints its address in one JSON line on standard output. It ends on SIGTERM and SIGINT and, with
// --with-parent, when standard input ends, because then the parent is gone.
try {
  const { config, withParent } = readArguments();
  limitYoungGeneration();
  const service = await startService(await readConfig(config));
  stopWhenTold(service, withParent);
  const { baseUrl, apiKey, consoleToken, webhookSecrets } = service;
  process.stdout.write(`${JSON.stringify({ baseUrl, apiKey, consoleToken, webhookSecrets })}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exitCode = REFUSED;
}

function readArguments(): { config: string; withParent: boolean } {
  try {
    const { values } = parseArgs({
      options: { config: { type: 'string' }, 'with-parent': { type: 'boolean', default: false } },
    });
    if (values.config !== undefined) return { config: values.config, withParent: values['with-parent'] };
  } catch (error) {
    throw new StartupError((error as Error).message);
  }
  throw new StartupError('Set the configuration file with --config FILE.');
}

function stopWhenTold(service: RunningService, withParent: boolean): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void service.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (!withParent) return;
  process.stdin.on('end', stop).on('error', stop).resume();
}
