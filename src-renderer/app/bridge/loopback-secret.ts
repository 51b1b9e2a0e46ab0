import { SECRET_KEY } from '../../../src-shared/ipc/page-handshake.ts';

/**
 * Returns the secret of the loopback session; null: this tab was opened without one. It arrives once in the URL fragment,
 * `#token=…`, is saved for the session of this tab and removed from the address bar, so that neither history nor a copied
 * link contains it. It is never sent: see `page-handshake.ts`.
 */
export function loopbackSecret(): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    sessionStorage.setItem(SECRET_KEY, given);
    history.replaceState(null, '', location.pathname);
  }
  return (given ?? sessionStorage.getItem(SECRET_KEY)) || null;
}
