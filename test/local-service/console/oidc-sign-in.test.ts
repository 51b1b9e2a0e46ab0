import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { oidcConfig } from '../../../src-main/local-service/console/sign-in/oidc-config.ts';
import { createOidcSignIn } from '../../../src-main/local-service/console/sign-in/oidc-sign-in.ts';
import { startOidcProvider, visitProvider, type TestOidcProvider } from '../../helpers/service/oidc-provider.ts';

const REDIRECT = 'http://127.0.0.1:4000/console/sign-in/callback';
const contains = (text: string) => expect.stringContaining(text) as string;
const ANA = { sub: 'ana', email: 'Ana@Example.org', email_verified: true };

describe('sign-in with an OpenID Connect provider', () => {
  let provider: TestOidcProvider;
  beforeAll(async () => {
    provider = await startOidcProvider([REDIRECT]);
  });
  afterAll(() => provider.stop());
  beforeEach(() => {
    provider.person = ANA;
    provider.changeClaims = (claims) => claims;
    // Failed sign-ins are logged.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  function openSignIn(settings: object = { allowedEmails: ['ana@example.org'] }, issuer = provider.issuer) {
    const { clientId, clientSecret } = provider;
    return createOidcSignIn(
      oidcConfig.parse({ issuer, clientId, clientSecretFile: 'secret', ...settings }),
      clientSecret,
    );
  }

  /** A whole sign-in; `change` changes the address that the provider redirects to. */
  async function signIn(signInWith = openSignIn(), change: (url: URL) => void = () => undefined): Promise<string> {
    const { url, pending } = await signInWith.begin(REDIRECT);
    const back = await visitProvider(url, REDIRECT);
    change(back);
    return signInWith.finish(back, pending);
  }

  test('names the person, and sends PKCE, state and nonce', async () => {
    const { url, pending } = await openSignIn().begin(REDIRECT);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ response_type: 'code', scope: 'openid email', redirect_uri: REDIRECT, code_challenge_method: 'S256' },
      ...{ state: pending.state, nonce: pending.nonce },
    });
    expect(url.href).not.toContain(pending.codeVerifier);
    expect(await signIn()).toBe('ana@example.org');
  });

  test('accepts the members of a group', async () => {
    provider.person = { sub: 'ben', groups: ['artists', 'leads'] };
    const settings = { scope: 'openid groups', allowedGroup: 'leads' };
    expect(await signIn(openSignIn(settings))).toBe('ben');
    provider.person = { sub: 'ben', groups: ['artists'] };
    await expect(signIn(openSignIn(settings))).rejects.toMatchObject({ http: 403 });
  });

  test.each([
    ['a state of another browser', (url: URL) => url.searchParams.set('state', 'x')],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['the redirect of another issuer', (url: URL) => url.searchParams.set('iss', 'https://other.example')],
    ['a code that it did not send', (url: URL) => url.searchParams.set('code', 'x')],
  ])('refuses %s', async (_, change) => {
    await expect(signIn(openSignIn(), change)).rejects.toMatchObject({
      ...{ code: 2, http: 403 },
      message: `The sign-in with ${new URL(provider.issuer).host} could not be verified. Sign in again.`,
    });
  });

  test.each([
    ['another nonce', { nonce: 'x' }],
    ['another issuer', { iss: 'https://other.example' }],
    ['another client', { aud: 'other' }],
    ['an end that has passed', { exp: Math.floor(Date.now() / 1000) - 120 }],
  ])('refuses an ID token with %s', async (_, changed) => {
    provider.changeClaims = (claims) => ({ ...claims, ...changed });
    await expect(signIn()).rejects.toMatchObject({ code: 2, http: 403, message: contains('could not be verified') });
    provider.changeClaims = (claims) => claims;
    expect(await signIn()).toBe('ana@example.org');
  });

  test('refuses the proof of another browser, and a code that was used', async () => {
    const signInWith = openSignIn();
    const [one, other] = [await signInWith.begin(REDIRECT), await signInWith.begin(REDIRECT)];
    const back = await visitProvider(one.url, REDIRECT);
    const stolen = { ...one.pending, codeVerifier: other.pending.codeVerifier };
    await expect(signInWith.finish(back, stolen)).rejects.toMatchObject({ http: 403 });
    expect(await signInWith.finish(back, one.pending)).toBe('ana@example.org');
    await expect(signInWith.finish(back, one.pending)).rejects.toMatchObject({ http: 403 });
  });

  test.each([
    [{ ...ANA, email: 'eve@example.org' }, 'eve@example.org is not allowed to open this console.'],
    [{ sub: 'ana@example.org' }, 'ana@example.org is not allowed to open this console.'],
    [{ ...ANA, email_verified: false }, 'has not verified the email address ana@example.org. Verify it there'],
    [{ sub: 'ana', email: 'ana@example.org' }, 'has not verified the email address ana@example.org. Verify it there'],
  ])('refuses %j', async (person, sentence) => {
    provider.person = person;
    await expect(signIn()).rejects.toMatchObject({
      code: 2,
      http: 403,
      message: contains(sentence),
    });
  });

  test('says that the provider declined', async () => {
    const decline = (url: URL) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    };
    await expect(signIn(openSignIn(), decline)).rejects.toMatchObject({
      message: contains('did not sign you in. Sign in again.'),
    });
  });

  test('refuses a provider whose configuration names another issuer', async () => {
    const alias = provider.issuer.replace('127.0.0.1', 'localhost');
    await expect(signIn(openSignIn(undefined, alias))).rejects.toMatchObject({ http: 403 });
  });

  test('says in one sentence that the provider is out of reach, and works when it is back', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const signInWith = openSignIn(undefined, `http://127.0.0.1:${port}`);
    const sentence = `127.0.0.1:${port} cannot be reached. Try again later, or open the console with an API key.`;
    await expect(signIn(signInWith)).rejects.toMatchObject({ code: 1001, message: sentence });
    const failing = createServer((_, response) => response.writeHead(502).end('Bad gateway')).listen(port, '127.0.0.1');
    await once(failing, 'listening');
    await expect(signIn(signInWith)).rejects.toMatchObject({ code: 1001, message: sentence });
    failing.closeAllConnections();
    failing.close();
    await once(failing, 'close');
    const late = await startOidcProvider([REDIRECT], port);
    onTestFinished(() => late.stop());
    late.person = ANA;
    expect(await signIn(signInWith)).toBe('ana@example.org');
  });
});

test.each([
  [{ issuer: 'http://login.example.org', allowedGroup: 'x' }, 'issuer'],
  [{ issuer: 'https://login.example.org' }, 'allowedEmails'],
  [{ issuer: 'https://login.example.org', allowedEmails: ['ana'] }, 'allowedEmails'],
])('a configuration that cannot work is refused: %j', (settings, key) => {
  const { error } = oidcConfig.safeParse({ clientId: 'x', clientSecretFile: 'x', ...settings });
  expect(error?.issues[0]?.path[0]).toBe(key);
});
