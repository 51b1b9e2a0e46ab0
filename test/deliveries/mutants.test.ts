import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NO_PYTHON, PYTHON } from '../bridges/python.ts';
import { BRIDGE_MUTANTS } from './bridge-mutants.ts';
import type { DeliveryMutant } from './delivery-mutant.ts';
import { HOT_FOLDER_MUTANTS } from './hot-folder-mutants.ts';
import { WEBHOOK_MUTANTS } from './webhook-mutants.ts';

async function find({ caughtBy, check, checkMutant }: DeliveryMutant): Promise<void> {
  await check();
  await expect(checkMutant()).rejects.toThrow(caughtBy);
}

describe('the checks of deliveries pass, and find', () => {
  test.each([...HOT_FOLDER_MUTANTS, ...WEBHOOK_MUTANTS])('$name', find);

  test.skipIf(!PYTHON).each(BRIDGE_MUTANTS)(`$name (${PYTHON ? 'plain Python' : NO_PYTHON})`, find);
});

test('docs/reliability.md lists every mutant', () => {
  const page = readFileSync('docs/reliability.md', 'utf8');
  const listed = [...page.matchAll(/^- Delivery mutant: (.+)\.$/gm)].map(([, name]) => name);
  expect(listed).toEqual([...HOT_FOLDER_MUTANTS, ...BRIDGE_MUTANTS, ...WEBHOOK_MUTANTS].map(({ name }) => name));
});
