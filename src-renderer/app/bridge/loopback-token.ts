const STORED_AS = 'dropforge-token';

/**
 * Returns the token of the loopback server. It arrives once in the URL fragment, `#token=…`, is saved for the session
 * of this tab and removed from the address bar, so that neither history nor a copied link contains it.
 */
export function loopbackToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    sessionStorage.setItem(STORED_AS, given);
    history.replaceState(null, '', location.pathname);
  }
  return given ?? sessionStorage.getItem(STORED_AS) ?? '';
}
