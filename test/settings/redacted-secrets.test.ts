import { expect, test } from 'vitest';
import { log } from '../../src-main/base/log/log.ts';
import { withLogRedaction } from '../../src-main/settings/redacted-secrets.ts';
import { createMemorySecrets } from '../../src-main/settings/secret-store.ts';

// Words that no form of a secret fits: only who knows them can remove them.
test('a secret is removed from texts as soon as it was read', async () => {
  const store = createMemorySecrets();
  await store.set('key', 'open sesame, said the reader');
  expect(log.clean('It was open sesame, said the reader.')).toContain('open sesame');
  expect(await withLogRedaction(store).get('key')).toBe('open sesame, said the reader');
  expect(log.clean('It was open sesame, said the reader.')).toBe('It was [hidden].');
});

test('a secret is removed from texts as soon as it was set', async () => {
  const store = createMemorySecrets();
  await withLogRedaction(store).set('key', 'open sesame, said the writer');
  expect(await store.get('key')).toBe('open sesame, said the writer');
  expect(log.clean('It was open sesame, said the writer.')).toBe('It was [hidden].');
});

test('a secret that is not there is no text that is removed', async () => {
  const secrets = withLogRedaction(createMemorySecrets());
  expect(await secrets.get('none')).toBeNull();
  expect(log.clean('There is null of it.')).toBe('There is null of it.');
});
