import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** Result of checking a signed URL. */
type SignatureStatus = 'valid' | 'expired' | 'forged';

/** Creates and checks URLs that work without a key until they expire (spec 4.6, 2.3). */
export interface UrlSigner {
  /** `path?expires=…&max=…&signature=…`; bound to method, path, expiry (epoch s) and size limit. */
  sign(method: 'GET' | 'PUT', path: string, lifetimeSeconds: number, maxBytes: number): string;
  /** Checks a signed query, exactly as the client sent it. */
  check(method: 'GET' | 'PUT', path: string, query: unknown): SignatureStatus;
}

/** Plain decimal numbers only, so that no alternative notation of a number is signed. */
const DIGITS = /^\d{1,15}$/;

/** A signer with a secret derived from the folder's key, so that URLs survive a restart; `now` is epoch ms. */
export function createUrlSigner(apiKey: string, now: () => number): UrlSigner {
  const secret = createHmac('sha256', apiKey).update('signed urls').digest();
  const mac = createMac(secret);
  const digest = (...parts: readonly (string | number)[]) => mac(parts.join('\n'));

  return {
    sign(method, path, lifetimeSeconds, maxBytes) {
      const expires = Math.floor(now() / 1000) + lifetimeSeconds;
      const signature = digest(method, path, expires, maxBytes);
      return `${path}?expires=${expires}&max=${maxBytes}&signature=${signature}`;
    },
    check(method, path, query) {
      const { expires, max, signature } = query as Readonly<Record<string, unknown>>;
      if (typeof expires !== 'string' || typeof max !== 'string' || typeof signature !== 'string') return 'forged';
      if (!DIGITS.test(expires) || !DIGITS.test(max)) return 'forged';
      const expected = digest(method, path, expires, max);
      // Compared as text: several base64url texts decode to the same bytes.
      if (!isSameText(signature, expected)) return 'forged';
      return Number(expires) * 1000 > now() ? 'valid' : 'expired';
    },
  };
}

const BLOCK_BYTES = 64;

/**
 * HMAC-SHA-256 (RFC 2104) with a secret of at most 64 bytes. Built from two hashes in one call each, which
 * takes a tenth of the time of the runtime's own HMAC object; a batch query signs 200 URLs.
 */
export function createMac(secret: Buffer, encoding: 'base64url' | 'hex' = 'base64url'): (text: string) => string {
  const block = Buffer.concat([secret], BLOCK_BYTES);
  const [inner, outer] = [block.map((byte) => byte ^ 0x36), block.map((byte) => byte ^ 0x5c)];
  return (text) =>
    hash(
      'sha256',
      Buffer.concat([outer, hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer')]),
      encoding,
    );
}

/** Compares a text from outside with a secret one, in a time that does not depend on their content. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
