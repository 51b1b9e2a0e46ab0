import type { OidcSignIn } from './oidc-sign-in.ts';
import type { ConsoleSessions } from './postgres-console-sessions.ts';

/** Ways to open the console. */
export interface ConsoleAccess {
  /** The token of the console, as bearer. */
  readonly token: string;
  /** A valid key that opens the console, as bearer; null for any other. Absent: no key does. */
  readonly findAdmin?: (key: string) => Promise<{ readonly id: string; readonly name: string } | null>;
  /** Sessions in a cookie; absent: the page keeps its bearer. */
  readonly sessions?: ConsoleSessions;
  /** Sign-in with an OpenID Connect provider, which begins a session. */
  readonly oidc?: OidcSignIn;
  /** Base URL for clients; known once the server listens. */
  readonly baseUrl: () => string;
}
