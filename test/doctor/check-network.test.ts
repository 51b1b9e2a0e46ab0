import { expect, test } from 'vitest';
import { describeFinding } from '../../src-shared/doctor/describe-finding.ts';
import { checkNetwork } from '../../src-main/doctor/check-network.ts';

const look = (env: NodeJS.ProcessEnv) => checkNetwork(env).map((each) => ({ ...each, ...describeFinding(each) }));

test('names the proxy of the environment without its password', () => {
  const [proxy, ...more] = look({ HTTPS_PROXY: 'http://me:secret@proxy.example:3128' });
  expect(proxy).toMatchObject({
    name: 'Proxy',
    state: 'ok',
    fact: 'http://proxy.example:3128, set in the environment.',
  });
  expect(more).toEqual([]);
});

test('says what cannot be used, and that TLS stays on whatever the environment says', () => {
  const [proxy, tls] = look({ HTTPS_PROXY: 'socks5://p:1', NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(proxy).toMatchObject({ state: 'bad' });
  expect(tls).toMatchObject({ name: 'TLS', state: 'note' });
  expect(tls?.fact).toContain('always verified');
});
