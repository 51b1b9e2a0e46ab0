import { expect, test } from 'vitest';
import { generatorConfig } from '../../../src-shared/api/generators/generator-config.ts';

const program = { name: 'mine', kind: 'command', command: ['true'] };
const service = { name: 'other', kind: 'service', url: 'http://127.0.0.1:1', keyVariable: 'KEY' };

const DEFAULTS = {
  ...{ weld: 1e-5, floaters: 0.001, up: '+y', ground: true },
  ...{ bake: true, unwrap: 'missing', watertight: false },
};

test('raw results are cleaned up by default, those of another service are not', () => {
  expect(generatorConfig.parse(program).cleanup).toEqual(DEFAULTS);
  expect(generatorConfig.parse(service).cleanup).toBe(false);
  expect(generatorConfig.parse({ ...program, cleanup: false }).cleanup).toBe(false);
  expect(generatorConfig.parse({ ...service, cleanup: { floaters: 0 } }).cleanup).toEqual({ ...DEFAULTS, floaters: 0 });
});

test.each<[cleanup: object | boolean]>([
  [true],
  [{ weld: -1 }],
  [{ weld: 1e-9 }],
  [{ floaters: 0.6 }],
  [{ up: 'y' }],
  [{ up: '+z', front: '-z' }],
  [{ front: '+y' }],
  [{ size: 0 }],
  [{ unwrap: true }],
  [{ other: 1 }],
])('%j is refused', (cleanup) => {
  expect(generatorConfig.safeParse({ ...program, cleanup }).success).toBe(false);
});
