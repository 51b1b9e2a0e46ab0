import type { FastifyRequest } from 'fastify';

/** A cookie of the console. */
export interface ConsoleCookie {
  readonly name: string;
  /** `Lax` is sent when another page links here, `Strict` is not. */
  readonly sameSite: 'Strict' | 'Lax';
  readonly maxAgeSeconds: number;
}

/** The value of a cookie of a request; null: it has none. */
export function readCookie({ headers }: FastifyRequest, { name }: ConsoleCookie, isSecure: boolean): string | null {
  const start = `${toFullName(name, isSecure)}=`;
  const found = (headers.cookie ?? '').split(/; */).find((pair) => pair.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

/** The `Set-Cookie` header that sets a cookie, or removes it for an empty value; scripts cannot read it. */
export function formatCookie(cookie: ConsoleCookie, value: string, isSecure: boolean): string {
  const { name, sameSite, maxAgeSeconds } = cookie;
  const age = value === '' ? 0 : maxAgeSeconds;
  const parts = [
    `${toFullName(name, isSecure)}=${value}`,
    'Path=/',
    `Max-Age=${age}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
  ];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** No other host of the domain can set a cookie with this prefix (RFC 6265bis, 4.1.3.2), which needs https. */
function toFullName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
