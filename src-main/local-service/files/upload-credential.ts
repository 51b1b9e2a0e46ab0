const PREFIX = 'temp_';

/** A credential that represents a signed URL: its query, encoded as one word for a header. */
export function toCredential(signedUrl: string): string {
  return PREFIX + Buffer.from(signedUrl.slice(signedUrl.indexOf('?') + 1)).toString('base64url');
}

/** The query of the signed URL that a credential represents; null if it is invalid. */
export function parseCredential(token: string | undefined): Readonly<Record<string, string>> | null {
  if (!token?.startsWith(PREFIX)) return null;
  const query = Buffer.from(token.slice(PREFIX.length), 'base64url').toString('latin1');
  return Object.fromEntries(new URLSearchParams(query));
}
