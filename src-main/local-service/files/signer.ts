import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signed URL's verdict. */
export type Signature = 'valid' | 'expired' | 'forged';

/** Makes and checks URLs that work without a key until they expire (spec 4.6, 2.3). */
export interface Signer {
  /** `path?expires=…&max=…&signature=…`; bound to method, path, expiry (epoch s) and size limit. */
  sign(method: 'GET' | 'PUT', path: string, lifetimeSeconds: number, maxBytes: number): string;
  /** Checks what came back. The query is as the client sent it. */
  check(method: 'GET' | 'PUT', path: string, query: unknown): Signature;
}

/** Plain decimal numbers only, so that no second spelling of a number is signed. */
const DIGITS = /^\d{1,15}$/;

/** A signer whose secret comes from the folder's key, so that URLs outlive a restart; `now` is epoch ms. */
export function createSigner(apiKey: string, now: () => number): Signer {
  const secret = createHmac('sha256', apiKey).update('signed urls').digest();
  const digest = (...parts: readonly (string | number)[]) =>
    createHmac('sha256', secret).update(parts.join('\n')).digest();

  return {
    sign(method, path, lifetimeSeconds, maxBytes) {
      const expires = Math.floor(now() / 1000) + lifetimeSeconds;
      const signature = digest(method, path, expires, maxBytes).toString('base64url');
      return `${path}?expires=${expires}&max=${maxBytes}&signature=${signature}`;
    },
    check(method, path, query) {
      const { expires, max, signature } = query as Readonly<Record<string, unknown>>;
      if (typeof expires !== 'string' || typeof max !== 'string' || typeof signature !== 'string') return 'forged';
      if (!DIGITS.test(expires) || !DIGITS.test(max)) return 'forged';
      const expected = digest(method, path, expires, max).toString('base64url');
      // Compared as text: several base64url texts decode to the same bytes.
      if (signature.length !== expected.length || !isEqual(signature, expected)) return 'forged';
      return Number(expires) * 1000 > now() ? 'valid' : 'expired';
    },
  };
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
