import { describe, expect, test } from 'vitest';
import { usageRow } from '../../../../src-shared/api/protocol/endpoints.ts';
import { errorEnvelope, successEnvelope } from '../../../../src-shared/api/protocol/envelope.ts';
import {
  createdTask,
  isTerminal,
  listFurtherModels,
  task,
  TASK_STATUSES,
  taskList,
  toTaskKey,
} from '../../../../src-shared/api/protocol/task.ts';

const GOOD = {
  task_id: '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11',
  type: 'image_to_model',
  status: 'success',
  progress: 100,
  input: { client_ref: 'x' },
  output: { model_url: 'https://host/a.glb', more: 1 },
  created_at: '2026-11-21T00:00:00Z',
  credits_consumed: 110.5,
};

describe('a task', () => {
  test.each(TASK_STATUSES)('keeps the state %s', (status) =>
    expect(task.parse({ ...GOOD, status }).status).toBe(status),
  );

  test.each(['done', '', 'SUCCESS', 'banned', '__proto__'])('counts the unknown state “%s” as failed', (status) => {
    expect(task.parse({ ...GOOD, status }).status).toBe('failed');
  });

  test('ends in three states', () => {
    expect(TASK_STATUSES.filter(isTerminal)).toEqual(['success', 'failed', 'cancelled']);
  });

  test('reads credits as exact hundredths', () => expect(task.parse(GOOD).credits_consumed).toBe(11_050));

  test.each<[string, Record<string, unknown>]>([
    ['credits with three decimals', { credits_consumed: 1.234 }],
    ['credits of 1e308', { credits_consumed: 1e308 }],
    ['credits that are an object', { credits_consumed: {} }],
    ['an error code in words', { error_code: 'moderation' }],
    ['an error message that is a list', { error_message: ['x'] }],
    ['a progress of 400', { progress: 400 }],
    ['a progress in words', { progress: 'half' }],
    ['an input that is a string', { input: 'x' }],
    ['an output that is a list of URLs', { output: 'https://host' }],
    ['an endless URL', { output: { model_url: 'x'.repeat(9000) } }],
    ['a riggable in words', { output: { ...GOOD.output, riggable: 'yes' } }],
    ['no times', { created_at: 7, completed_at: 7 }],
    ['no type', { type: undefined }],
  ])('still ends when it has %s', (_, patch) => {
    const parsed = task.safeParse({ ...GOOD, ...patch });
    expect(parsed.data?.status).toBe('success');
  });

  test('loses only the odd output key', () => {
    const { output } = task.parse({ ...GOOD, output: { ...GOOD.output, rendered_image_url: 5 } });
    expect(output).toMatchObject({ model_url: 'https://host/a.glb', more: 1 });
    expect(output.rendered_image_url).toBeUndefined();
  });

  test.each(['generate_multiview_image', 'edit_multiview_image'])('finds its views under %s', (key) => {
    const views = { front_view_url: 'https://host/f.png', back_view_url: 'https://host/b.png', left_view_url: 5 };
    const { output } = task.parse({ ...GOOD, output: { [key]: views, back_view_url: 'https://host/flat.png' } });
    expect(output).toMatchObject({ front_view_url: 'https://host/f.png', back_view_url: 'https://host/flat.png' });
    expect([output.left_view_url, output.right_view_url]).toEqual([undefined, undefined]);
  });

  test('finds the models of a list', () => {
    const model_urls = ['https://host/1.glb', 'https://host/2.glb', 'https://host/3.glb'];
    const { output } = task.parse({ ...GOOD, output: { model_urls } });
    expect([output.model_url, ...listFurtherModels(output).map((key) => output[key])]).toEqual(model_urls);
    const both = task.parse({ ...GOOD, output: { model_url: 'https://host/0.glb', model_urls } }).output;
    expect([both.model_url, ...listFurtherModels(both).map((key) => both[key])]).toEqual([
      'https://host/0.glb',
      ...model_urls.slice(1),
    ]);
    const many = Array.from({ length: 40_000 }, (_, at) => `https://host/${at}.glb`);
    expect(task.parse({ ...GOOD, output: { model_urls: many } }).output.model_url).toBe(many[0]);
    for (const odd of [{}, [], [1], 'https://host/1.glb']) {
      expect(task.parse({ ...GOOD, output: { model_urls: odd } }).output.model_url).toBeUndefined();
    }
  });

  test.each(['x', 'task_01J9-aZ', 'a'.repeat(128), GOOD.task_id.toUpperCase()])('keeps the id %s', (id) => {
    expect(task.parse({ ...GOOD, task_id: id }).task_id).toBe(id);
    expect(createdTask.parse({ task_id: id, type: '', status: 'queued' }).task_id).toBe(id);
  });

  test('has an id that ignores case only if it is a UUID', () => {
    expect(toTaskKey(GOOD.task_id.toUpperCase())).toBe(GOOD.task_id);
    expect(toTaskKey('Ab')).toBe('Ab');
  });

  test.each([
    [{ task_id: '' }],
    [{ task_id: '../x' }],
    [{ task_id: 'a'.repeat(129) }],
    [{ task_id: undefined }],
    [{ status: 3 }],
    [{ status: undefined }],
  ])('is none with %j', (patch) => expect(task.safeParse({ ...GOOD, ...patch }).success).toBe(false));

  test('brings no prototype with it', () => {
    const text = JSON.stringify(GOOD).replace('"client_ref"', '"__proto__": {"admin": true}, "client_ref"');
    const parsed = task.parse(JSON.parse(text));
    expect((parsed.input as { admin?: boolean }).admin).toBeUndefined();
    expect(parsed.input['client_ref']).toBe('x');
    const list = taskList.parse(JSON.parse('{"tasks": {"__proto__": {"x": 1}, "constructor": {}}, "missed": 3}'));
    expect(list.missed).toEqual([]);
    expect((list.tasks as { x?: number }).x).toBeUndefined();
  });
});

describe('a row of the usage history', () => {
  test('is read however odd, as long as it names its task', () => {
    expect(usageRow.parse({ task_id: 'a', type: 1, credits_consumed: 'x' })).toMatchObject({ task_id: 'a', type: '' });
    expect(usageRow.safeParse({ type: 'image_to_model' }).success).toBe(false);
  });
});

describe('the envelope', () => {
  test('succeeds with code 0 only', () => {
    expect(successEnvelope.safeParse({ code: 0, data: {} }).success).toBe(true);
    for (const code of [1, '0', null, undefined, false])
      expect(successEnvelope.safeParse({ code }).success).toBe(false);
  });

  test('fails with any other whole code, with or without words', () => {
    expect(errorEnvelope.parse({ code: 1007 })).toMatchObject({ code: 1007, message: '', suggestion: '' });
    for (const code of [0, '2', 1.5, null]) expect(errorEnvelope.safeParse({ code, message: 'x' }).success).toBe(false);
    expect(errorEnvelope.safeParse('Bad gateway').success).toBe(false);
  });
});
