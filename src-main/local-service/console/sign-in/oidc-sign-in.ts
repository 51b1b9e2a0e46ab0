import * as client from 'openid-client';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import type { OidcConfig } from './oidc-config.ts';

/** What a browser keeps between the begin of a sign-in and its end; of no use to anybody else. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** Proof that the same browser began the sign-in (PKCE, RFC 7636). */
  readonly codeVerifier: string;
}

/** Sign-in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce. */
export interface OidcSignIn {
  /** The provider's page for a new sign-in. */
  begin(redirectUri: string): Promise<{ readonly url: URL; readonly pending: PendingSignIn }>;
  /** The name of the person whom the provider's redirect to `url` signs in. Throws an ApiError that says why it does not. */
  finish(url: URL, pending: PendingSignIn): Promise<string>;
}

/** Claims about a person. */
type Claims = Readonly<Record<string, unknown>>;

/** The provider answers within this time, or counts as out of reach. */
const TIMEOUT_SECONDS = 5;

/** Opens sign-in with a provider, which is asked for its configuration when the first person signs in. */
export function createOidcSignIn(config: OidcConfig, clientSecret: string): OidcSignIn {
  const issuer = new URL(config.issuer);
  let discovered: Promise<client.Configuration> | null = null;

  async function discover(): Promise<client.Configuration> {
    const found = (discovered ??= client.discovery(issuer, config.clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      // The signature is checked also where the connection would do.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    }));
    try {
      return await found;
    } catch (error) {
      discovered = null;
      throw error;
    }
  }

  return {
    async begin(redirectUri) {
      try {
        const provider = await discover();
        const codeVerifier = client.randomPKCECodeVerifier();
        const pending = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier };
        const url = client.buildAuthorizationUrl(provider, {
          ...{ redirect_uri: redirectUri, scope: config.scope, state: pending.state, nonce: pending.nonce },
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        });
        return { url, pending };
      } catch (error) {
        throw toRefusal(error, issuer.host);
      }
    },
    async finish(url, { state, nonce, codeVerifier }) {
      let claims: Claims;
      try {
        const provider = await discover();
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        };
        const tokens = await client.authorizationCodeGrant(provider, url, checks);
        claims = await readClaims(provider, tokens);
      } catch (error) {
        throw toRefusal(error, issuer.host);
      }
      return admit(claims, config, issuer.host);
    },
  };
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

/** Providers may put the e-mail address and groups into the ID token, or answer them on request only. */
async function readClaims(provider: client.Configuration, tokens: Tokens): Promise<Claims> {
  const claims = tokens.claims() ?? { sub: '' };
  if (provider.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await client.fetchUserInfo(provider, tokens.access_token, claims.sub)), ...claims };
}

/** The name of a person who may sign in; throws for all others. */
function admit(claims: Claims, { allowedEmails, allowedGroup }: OidcConfig, host: string): string {
  const { email, email_verified: isVerified, groups, sub } = claims;
  const address = typeof email === 'string' ? email.toLowerCase() : null;
  const name = address ?? String(sub);
  if (allowedGroup !== undefined && Array.isArray(groups) && groups.includes(allowedGroup)) return name;
  const isAllowed = allowedEmails?.some((allowed) => allowed.toLowerCase() === address) ?? false;
  if (!isAllowed) throw new ApiError(2, serviceMessage('api.sign-in-not-allowed', { name }), { http: 403 });
  if (isVerified === true) return name;
  throw new ApiError(2, serviceMessage('api.sign-in-unverified', { name, host }), { http: 403 });
}

function toRefusal(error: unknown, host: string): ApiError {
  if (error instanceof client.AuthorizationResponseError) {
    return new ApiError(2, serviceMessage('api.sign-in-declined', { host }), { http: 403 });
  }
  const { code = '', name } = error as { readonly code?: string; readonly name: string };
  // Codes and claims, but no tokens.
  console.error(`Sign-in with ${host} failed: ${name} ${code}: ${(error as Error).message}`);
  const isSilent = code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.cause !== undefined);
  return isSilent || isServerFault(error)
    ? new ApiError(1001, serviceMessage('api.sign-in-unreachable', { host }))
    : new ApiError(2, serviceMessage('api.sign-in-unproven', { host }), { http: 403 });
}

/** True for a provider that answers, but not as one, such as the page of a proxy. */
function isServerFault(error: unknown): boolean {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Response && cause.status >= 500;
}
