const PREFIX = 'temp_';

/** A credential that stands for a signed URL: its query, as one word for a header. */
export function toCredential(signedUrl: string): string {
  return PREFIX + Buffer.from(signedUrl.slice(signedUrl.indexOf('?') + 1)).toString('base64url');
}

/** The query of a signed URL that a credential stands for; null when it is no credential. */
export function parseCredential(token: string | undefined): Readonly<Record<string, string>> | null {
  if (!token?.startsWith(PREFIX)) return null;
  const query = Buffer.from(token.slice(PREFIX.length), 'base64url').toString('latin1');
  return Object.fromEntries(new URLSearchParams(query));
}
