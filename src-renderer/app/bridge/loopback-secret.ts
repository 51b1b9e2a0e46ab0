import { SECRET_KEY } from '../../../src-shared/ipc/page-handshake.ts';

/**
 * Returns what this tab proves itself with: the ticket of its link, `#ticket=…`, which is removed from the address bar, or
 * the secret of the session that it got for an earlier one. Null: this tab was opened without a link. Neither is sent: see
 * `page-handshake.ts`.
 */
export function loopbackSecret(): string | null {
  const [, ticket] = location.hash.split('#ticket=');
  if (ticket) history.replaceState(null, '', location.pathname);
  // A new link that is pasted over the address of this page does not load it again.
  addEventListener('hashchange', () => location.reload());
  return ticket || keptSecret();
}

/** The secret of the session that this tab got; null: none yet. */
export function keptSecret(): string | null {
  return sessionStorage.getItem(SECRET_KEY);
}

/** Keeps the secret of the session until this tab is closed. */
export function keepSecret(secret: string): string {
  sessionStorage.setItem(SECRET_KEY, secret);
  return secret;
}
