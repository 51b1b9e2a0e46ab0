const STORED_AS = 'dropforge-token';

/**
 * The token of the loopback server. It comes once in the address's fragment, `#token=…`, is kept for this tab's
 * session and taken out of the address bar, so that neither history nor a copied link carries it.
 */
export function loopbackToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    sessionStorage.setItem(STORED_AS, given);
    history.replaceState(null, '', location.pathname);
  }
  return given ?? sessionStorage.getItem(STORED_AS) ?? '';
}
