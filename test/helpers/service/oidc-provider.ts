import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
// @ts-expect-error The package has no types.
import Provider from 'oidc-provider';

/** A person at the provider. */
interface OidcPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
}

/** An OpenID Connect provider of a test, on loopback; whoever comes is signed in as `person`. */
export interface TestOidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  person: OidcPerson;
  /** Changes the claims of ID tokens before they are signed. */
  changeClaims: (claims: Readonly<Record<string, unknown>>) => object;
  stop(): Promise<void>;
}

/** The part of a request of the provider that is used here. */
interface Context {
  readonly oidc?: {
    readonly route: string;
    readonly client: { readonly clientId: string };
    readonly account: { readonly accountId: string };
  };
  body?: { id_token?: string };
}

interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<unknown>;
}

/** The part of the package that is used here. */
interface RealProvider {
  readonly Grant: new (of: { clientId: string; accountId: string }) => Grant;
  use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
}

const KEY_ID = 'test';

/** Starts a provider that knows one client, which may redirect to `redirectUris`; port 0 is any free one. */
export async function startOidcProvider(redirectUris: readonly string[], atPort = 0): Promise<TestOidcProvider> {
  const server = createServer();
  server.listen(atPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const issuer = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ['dropforge', 'client-secret'];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const test: TestOidcProvider = {
    ...{ issuer, clientId, clientSecret, person: { sub: 'nobody' }, changeClaims: (claims) => claims },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = new (Provider as new (issuer: string, settings: object) => RealProvider)(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['test'] },
    scopes: ['openid', 'email', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => test.person }),
    // Without this the provider would ask for consent.
    async loadExistingGrant({ oidc }: Required<Context>) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.account.accountId });
      grant.addOIDCScope('openid email groups');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const token = context.oidc?.route === 'token' ? context.body?.id_token : undefined;
    if (token === undefined || !context.body) return;
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    context.body.id_token = sign(test.changeClaims(claims));
  });
  const sign = (claims: object): string => {
    const parts = [{ alg: 'RS256', kid: KEY_ID }, claims].map((part) => Buffer.from(JSON.stringify(part)));
    const text = parts.map((part) => part.toString('base64url')).join('.');
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  };
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/interaction') return answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: test.person.sub } });
  });
  return test;
}

/** Follows the redirects of a sign-in as a browser does; returns the address to which the provider sends the browser back. */
export async function visitProvider(url: URL, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let at = url; ;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} of ${at.href}: ${await response.text()}`);
    at = new URL(location, at);
    if (at.href.startsWith(redirectUri)) return at;
  }
}
