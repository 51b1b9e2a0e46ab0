import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTaskOfRequest } from '../../../../src-shared/api/protocol/is-task-of-request.ts';

const ID = '6f1f3ac4-6f3c-4f9a-9d0e-3f1b2a7c5d11';
const TASK = '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11';

const model = (body: object) => ({ id: ID, operation: 'image_to_model', body: JSON.stringify(body) });
const conversion = (body: object) => ({ id: ID, operation: 'convert_model', body: JSON.stringify(body) });

describe('a task found at the service', () => {
  const body = { model: 'P2-20260801', input: 'token', model_seed: 7, texture_seed: 9, client_ref: ID };

  test('is ours by its nonce, whatever else it echoes', () => {
    expect(isTaskOfRequest({ type: 'image_to_model', input: { client_ref: ID } }, model(body))).toBe(true);
  });

  test('is not ours with another nonce, however alike', () => {
    expect(isTaskOfRequest({ type: 'image_to_model', input: { ...body, client_ref: TASK } }, model(body))).toBe(false);
    expect(isTaskOfRequest({ type: 'image_to_model', input: { ...body, client_ref: null } }, model(body))).toBe(false);
  });

  test('is ours by its nonce and by its seeds, whatever the service calls its type', () => {
    const { client_ref: _, ...echo } = body;
    expect(isTaskOfRequest({ type: 'image_to_model_v3', input: { client_ref: ID } }, model(body))).toBe(true);
    expect(isTaskOfRequest({ type: 'image_to_model_v3', input: echo }, model(body))).toBe(true);
  });

  test('without an echoed nonce is ours by its seeds, and only when all that was sent is alike', () => {
    const { client_ref: _, ...echo } = body;
    expect(isTaskOfRequest({ type: 'image_to_model', input: { texture: true, ...echo } }, model(body))).toBe(true);
    for (const field of Object.keys(echo)) {
      const other = { ...echo, [field]: 'other' };
      expect(isTaskOfRequest({ type: 'image_to_model', input: other }, model(body)), field).toBe(false);
    }
  });

  test('without nonce and seed is nobody’s, because two people may send the same image', () => {
    const { client_ref: _, model_seed: __, texture_seed: ___, ...plain } = body;
    expect(isTaskOfRequest({ type: 'image_to_model', input: plain }, model({ ...plain, client_ref: ID }))).toBe(false);
  });

  test('of a conversion is as good as its twin, in whatever order its fields are echoed', () => {
    const sent = { input: TASK, format: 'FBX', options: { a: 1, b: [1, { c: 2, d: 3 }] }, client_ref: ID };
    const echo = { options: { b: [1, { d: 3, c: 2 }], a: 1 }, format: 'FBX', input: TASK };
    expect(isTaskOfRequest({ type: 'convert_model', input: echo }, conversion(sent))).toBe(true);
    expect(isTaskOfRequest({ type: 'convert_model', input: { ...echo, format: 'STL' } }, conversion(sent))).toBe(false);
    // Without nonce and seed, two operations on the same model may have equal parameters.
    expect(isTaskOfRequest({ type: 'other', input: echo }, conversion(sent))).toBe(false);
  });
});

test('a task of one order is never taken for another’s, by nonce or by seed', () => {
  const order = fc.record({ id: fc.uuid(), model_seed: fc.nat(2 ** 31 - 1), input: fc.constantFrom('a', 'b') });
  fc.assert(
    fc.property(order, order, fc.boolean(), (one, other, echoes) => {
      fc.pre(one.id !== other.id && one.model_seed !== other.model_seed);
      const { id, ...sent } = one;
      const task = { type: 'image_to_model', input: echoes ? { ...sent, client_ref: id } : sent };
      const { id: otherId, ...otherSent } = other;
      const body = JSON.stringify({ ...otherSent, client_ref: otherId });
      expect(
        isTaskOfRequest(task, { id, operation: 'image_to_model', body: JSON.stringify({ ...sent, client_ref: id }) }),
      ).toBe(true);
      expect(isTaskOfRequest(task, { id: otherId, operation: 'image_to_model', body })).toBe(false);
    }),
  );
});
