import { makeCertificate } from '../../helpers/service/tls-service.ts';
import { expect, test } from 'vitest';
import {
  addService,
  changeService,
  listServices,
  removeService,
  useService,
} from '../../../src-main/service-client/services/known-services.ts';
import { createAppSettings } from '../../../src-main/settings/app-settings.ts';
import { createMemorySecrets } from '../../../src-main/settings/secret-store.ts';

function stores(stored: Record<string, unknown> = {}) {
  const kept = new Map<string, unknown>(Object.entries(stored));
  const settings = createAppSettings({
    get: (key) => kept.get(key),
    set: (values) => Object.entries(values).forEach(([key, value]) => kept.set(key, value)),
  });
  return { settings, secrets: createMemorySecrets() };
}
const CLOUD = { baseUrl: 'https://a.example', deployment: 'international' } as const;

test('a service that was set up without a name gets one when another takes its place', () => {
  const own = stores({ service: 'cloud', cloud: CLOUD });
  addService(own, 'studio', { baseUrl: 'https://b.example/v3/', deployment: 'china' });
  expect(listServices(own.settings.get()).map(({ name, inUse }) => [name, inUse])).toEqual([
    ['studio', false],
    [null, true],
  ]);
  useService(own, 'studio');
  expect(listServices(own.settings.get())).toMatchObject([
    { name: 'studio', inUse: true, cloud: { baseUrl: 'https://b.example' } },
    { name: 'international', inUse: false, cloud: CLOUD },
  ]);
  useService(own, 'local');
  expect(own.settings.get()).toMatchObject({ service: 'local', cloud: { baseUrl: 'https://b.example' } });
});

test('what happens to lost orders changes under the name and in use at once', () => {
  const own = stores();
  addService(own, 'studio', CLOUD);
  useService(own, 'studio');
  changeService(own, 'studio', { resend: 'auto' });
  expect(own.settings.get()).toMatchObject({ cloud: { resend: 'auto' }, services: { studio: { resend: 'auto' } } });
});

test('the storage and the certificates of a service are checked, and replaced under the name and in use at once', () => {
  const own = stores();
  const { cert, key } = makeCertificate();
  addService(own, 'studio', { ...CLOUD, storage: 'https://s3.example/' });
  useService(own, 'studio');
  changeService(own, 'studio', { authorities: `Issued in June\n${key}${cert}` });
  const changed = { storage: 'https://s3.example', authorities: cert };
  expect(own.settings.get()).toMatchObject({ cloud: changed, services: { studio: changed } });
  expect(() => changeService(own, 'studio', { storage: 'https://s3.example/bucket' })).toThrow('without a path');
  expect(() => changeService(own, 'studio', { authorities: key })).toThrow('no certificate in PEM format');
  expect(own.settings.get()).toMatchObject({ cloud: changed });
});

test('a key goes with the last service of its address, and the one in use gives way to this computer', async () => {
  const own = stores();
  addService(own, 'one', CLOUD);
  addService(own, 'two', { ...CLOUD, deployment: 'china' });
  await own.secrets.set('key https://a.example', 'sk_00000000');
  useService(own, 'one');
  expect(await removeService(own, 'two')).toBe(false);
  expect(await own.secrets.get('key https://a.example')).toBe('sk_00000000');
  expect(await removeService(own, 'one')).toBe(true);
  expect(await own.secrets.get('key https://a.example')).toBeNull();
  expect(own.settings.get()).toMatchObject({ service: 'local', cloud: null, services: {} });
});

test('names that cannot be, or are taken, are refused', () => {
  const own = stores();
  addService(own, 'a', CLOUD);
  for (const name of ['a', 'local', '', 'x y', '__proto__', 'n'.repeat(33)]) {
    expect(() => addService(own, name, CLOUD)).toThrow(/name|already exists/);
  }
  expect(() => useService(own, 'constructor')).toThrow('There is no service');
});
