import { generateKeyPairSync } from 'node:crypto';
import { RELEASE_KEY } from './release-key.ts';
import { findKeyProblem, KEY_VARIABLE, signFeeds } from './sign-feeds.ts';

// `npm run sign-release -- FOLDER`: signs every feed (latest*.yml) of a release with the private key in
// DROPFORGE_RELEASE_KEY (PEM), whose public half must be the one in release-key.ts. `--new-key` prints a new pair.

function printNewKey(): void {
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  process.stdout.write(`Public key, for src-main/updates/release-key.ts:\n${pair.publicKey}\n`);
  process.stdout.write(`Private key, for ${KEY_VARIABLE}. Keep it secret:\n${pair.privateKey}`);
}

/** Signs the feeds of a folder; returns an error message, or null. */
function signFolder(folder: string, privateKey = process.env[KEY_VARIABLE]): string | null {
  const problem = findKeyProblem(privateKey, RELEASE_KEY);
  if (problem !== null) return problem;
  const feeds = signFeeds(folder, privateKey ?? '');
  for (const name of feeds) process.stdout.write(`Signed ${name}.\n`);
  return feeds.length === 0 ? `${folder} contains no latest*.yml.` : null;
}

const [argument = '.'] = process.argv.slice(2);
if (argument === '--new-key') printNewKey();
else {
  const failure = signFolder(argument);
  if (failure !== null) {
    process.stderr.write(`${failure}\n`);
    process.exitCode = 1;
  }
}
