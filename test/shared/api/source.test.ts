import { describe, expect, test } from 'vitest';
import { toClientContext } from '../../../src-shared/api/operation.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import { checkRequest } from '../../../src-shared/api/rules/check-request.ts';
import { check, expectRefused } from './refused.ts';

const UUID = '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11';
const none = { input: undefined, file: undefined, original_model_task_id: undefined };

describe('the source of a file operation', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a token', { input: 'file_a-B_9' }, { kind: 'token', token: 'file_a-B_9' }],
    ['a URL', { input: 'https://host/a.png' }, { kind: 'url', url: 'https://host/a.png', type: null }],
    ['a file with a token', { file: { type: 'png', file_token: 'file_a' } }, { kind: 'token', token: 'file_a' }],
    [
      'a file with a URL',
      { file: { type: 'png', url: 'http://h/a' } },
      { kind: 'url', url: 'http://h/a', type: 'png' },
    ],
    ['an object', { file: { object: { bucket: 'b', key: 'k' } } }, { kind: 'object', bucket: 'b', key: 'k' }],
    [
      'an input object with a token',
      { input: { type: 'png', file_token: 'file_a' } },
      { kind: 'token', token: 'file_a' },
    ],
    [
      'an input object with a URL',
      { input: { type: 'png', url: 'https://h/a' } },
      { kind: 'url', url: 'https://h/a', type: 'png' },
    ],
    ['an input object with a task', { input: { task_id: UUID } }, { kind: 'task', taskId: UUID }],
    ['a file beside an input', { file: { file_token: 'file_a' }, input: UUID }, { kind: 'token', token: 'file_a' }],
  ])('can be %s', (_, patch, source) => {
    const checked = check('image_to_model', { ...none, ...patch });
    expect(checked.ok && checked.source).toEqual(source);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, 'input'],
    ['an empty string', { input: '' }, 'input'],
    ['a number', { input: 7 }, 'input'],
    ['inline data', { input: 'data:image/png;base64,AAAA' }, 'input'],
    ['a token without an id', { input: 'file_' }, 'input'],
    ['a token with a path', { input: 'file_../a' }, 'input'],
    ['another scheme', { input: 'ftp://host/a.png' }, 'input'],
    ['a script', { input: 'javascript:alert(1)' }, 'input'],
    ['base64', { file: { data: 'AAAA' } }, 'file'],
    ['an empty file', { file: {} }, 'file'],
    ['an empty input object', { input: {} }, 'input'],
    ['an input object with an old token', { input: { file_token: UUID } }, 'input.file_token'],
    ['a file that is a string', { file: 'file_a' }, 'file'],
    ['a file that is null', { file: null }, 'file'],
    ['an old token', { file: { file_token: UUID } }, 'file.file_token'],
    ['a file URL of another scheme', { file: { url: 'file:///etc/passwd' } }, 'file.url'],
    ['an object without a key', { file: { object: { bucket: 'b' } } }, 'file'],
  ])('can not be %s', (_, patch, path) => expectRefused('image_to_model', { ...none, ...patch }, path, '4.2'));

  test.each(['image_to_model', 'generate_multiview_image', 'image_to_splat', 'image_to_image'] as const)(
    'of %s can be an object under input',
    (operation) => {
      const checked = check(operation, { ...none, input: { type: 'png', file_token: 'file_a' } });
      const token = { kind: 'token', token: 'file_a' };
      const isList = operation === 'image_to_image';
      expect(checked.ok && checked.source).toEqual(isList ? { kind: 'files', files: [token] } : token);
    },
  );

  test('is a task, not a file, when it is a bare UUID', () => {
    const checked = check('image_to_model', { ...none, input: UUID });
    expect(checked.ok && checked.source).toEqual({ kind: 'task', taskId: UUID });
  });

  test.each([
    ['image_to_model', 'input', { input: null, file: { file_token: 'file_a' } }],
    ['image_to_image', 'inputs', { input: 'file_a', inputs: null }],
    ['multiview_to_model', 'input', { input: null }],
    ['convert_model', 'input', { input: null }],
  ] as const)('of %s is refused for a null in %s beside another source', (operation, path, patch) =>
    expectRefused(operation, patch, path, '4.2'),
  );

  test('says of base64 what the document says', () => {
    const checked = check('image_to_model', { ...none, file: { data: 'AAAA' } });
    expect(checked.ok ? '' : checked.issues[0].message).toBe('file must specify url, object or file_token');
  });
});

describe('the source of import_model', () => {
  test('is a token, as input or as file', () => {
    for (const patch of [{ input: 'file_a' }, { file: { type: 'glb', file_token: 'file_a' } }]) {
      const checked = check('import_model', { ...none, ...patch });
      expect(checked.ok && checked.source).toEqual({ kind: 'token', token: 'file_a' });
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ['a URL', { input: 'https://host/a.glb' }],
    ['a file URL', { file: { url: 'https://host/a.glb' } }],
    ['an input URL', { input: { url: 'https://host/a.glb' } }],
    ['an object', { file: { object: { bucket: 'b', key: 'k' } } }],
  ])('is never %s', (_, patch) => expectRefused('import_model', { ...none, ...patch }, 'file', '4.4'));

  test('is never a task id', () => expectRefused('import_model', { ...none, input: UUID }, 'input', '4.2'));
});

describe('the source of a task operation', () => {
  test('is named by its own field, or by input as real clients do', () => {
    for (const patch of [{ original_model_task_id: UUID }, { input: UUID }]) {
      const checked = check('convert_model', { ...none, ...patch });
      expect(checked.ok && checked.source).toEqual({ kind: 'task', taskId: UUID });
    }
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ['missing', {}, 'original_model_task_id', '4.4'],
    ['empty', { original_model_task_id: '' }, 'original_model_task_id', '4.4'],
    ['prefixed', { original_model_task_id: `task_${UUID}` }, 'original_model_task_id', '4.2'],
    ['a token', { input: 'file_abc' }, 'input', '4.2'],
    ['a number', { original_model_task_id: 1 }, 'original_model_task_id', '4.2'],
    ['a UUID with more behind it', { input: `${UUID}/x` }, 'input', '4.2'],
  ])('is refused when it is %s', (_, patch, path, section) =>
    expectRefused('convert_model', { ...none, ...patch }, path, section),
  );
});

describe('a task whose id is no UUID', () => {
  const ID = 'tsk_0001-aB';
  const REFERENCES: readonly [OperationName, Record<string, unknown>][] = [
    ['image_to_model', { model: 'v3.1-20260211', input: ID }],
    ['image_to_model', { model: 'v3.1-20260211', input: { task_id: ID } }],
    ['image_to_image', { prompt: 'blue', inputs: [ID, { task_id: ID }] }],
    ['multiview_to_model', { model: 'v3.1-20260211', original_model_task_id: ID }],
    ['multiview_to_model', { model: 'v3.1-20260211', inputs: [{ task_id: ID }] }],
    ['multiview_to_model', { model: 'v3.1-20260211', inputs: [{ front: ID }, { left: { task_id: ID } }] }],
    ['edit_multiview_image', { original_task_id: ID, prompts: [{ view: 'front', prompt: 'a hat' }] }],
    ['stylize_model', { original_model_task_id: ID, style: 'lego' }],
    ['convert_model', { input: ID, format: 'FBX' }],
  ];
  const context = toClientContext({ deployment: 'international', now: 0 });

  test.each(REFERENCES)('is a source for a client, and none for the local service: %s %j', (operation, body) => {
    expect(checkRequest(OPERATIONS[operation], body, context)).toMatchObject({ ok: true });
    const { acceptsAnyTaskId: _, ...strict } = context;
    expect(checkRequest(OPERATIONS[operation], body, strict)).toMatchObject({ ok: false, issues: [{ code: 1004 }] });
  });

  test.each(['', 'a b', '../a', 'a.b', 'é', 'x'.repeat(129), 7])('%j is the id of no task', (id) => {
    const body = { original_model_task_id: id, style: 'lego' };
    expect(checkRequest(OPERATIONS.stylize_model, body, context)).toMatchObject({ ok: false });
  });
});
