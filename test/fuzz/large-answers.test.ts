import { afterAll, expect, test } from 'vitest';
import type { JsonTarget } from './fuzz-target.ts';
import {
  comfyuiAnswers,
  hunyuanStatus,
  PROMPT_ID,
  type ComfyuiAnswer,
  type StatusAnswer,
} from './json/generator-answers.ts';
import { createJsonRunner } from './json-runner.ts';

// Each is read in a process with little memory, which it would fill.
const runner = createJsonRunner();
afterAll(() => runner.close());

const MANY = 400_000;
const TEXT = 'a'.repeat(4_000);

const comfyui = (call: ComfyuiAnswer['call'], text: string): ComfyuiAnswer => ({ call, status: 200, text });
const end = (content: string) => comfyui('end', `{"${PROMPT_ID}":${content}}`);
const status: StatusAnswer = {
  ...{ head: '{', member: `"k#":"${TEXT}",`, count: 80_000 },
  ...{ tail: '"status":"processing"}', pieces: 1 },
};
const numbers = Array.from({ length: MANY }, (_, at) => `"${at}":1`).join();

test.each<[name: string, target: JsonTarget, input: unknown, verdict: 'accepted' | 'refused']>([
  [
    'a queue of empty lists',
    comfyuiAnswers,
    comfyui('place', `{"queue_running":[${'[],'.repeat(MANY)}[]],"queue_pending":[]}`),
    'accepted',
  ],
  [
    'a history of numbers',
    comfyuiAnswers,
    end(`{"outputs":{},"status":{"messages":[${'1,'.repeat(MANY)}1]}}`),
    'refused',
  ],
  ['outputs that are numbers', comfyuiAnswers, end(`{"outputs":{${numbers}}}`), 'accepted'],
  ['a status with many texts', hunyuanStatus, status, 'accepted'],
])('memory is not filled by %s', async (_, target, input, verdict) => {
  expect((await runner.run(target, JSON.stringify(input))).verdict).toMatchObject({ kind: verdict });
});
