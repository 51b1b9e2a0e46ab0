/**
 * Public key of the release signatures, Ed25519 as PEM; null: this build has none, so updates are shown but not downloaded.
 * `npm run sign-release -- --new-key` prints one; the private key stays with whoever publishes releases.
 */
export const RELEASE_KEY = null as string | null;
