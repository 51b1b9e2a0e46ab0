import { parentPort } from 'node:worker_threads';
import { startCountingSteps } from '../../../helpers/count-steps.ts';
import { LONG_RUN_TEXTS } from './long-run-texts.ts';

// Posts how many steps parsers take for each character of the texts, in their order.
const counter = startCountingSteps();
const { parseLongRun } = await import('./long-run-parsers.ts');
const steps: number[] = [];
for (const [format, , text] of LONG_RUN_TEXTS) {
  steps.push((await counter.count(() => parseLongRun(format, text))) / text.length);
}
parentPort?.postMessage(steps);
