import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { RELEASE_KEY } from '../../src-main/updates/release-key.ts';
import { KEY_VARIABLE } from '../../src-main/updates/sign-feeds.ts';
import { RELEASE_FEED } from '../../src-shared/settings/release-feed.ts';
import { findReleaseProblem } from './find-release-problem.ts';
import { joinParts } from './join-parts.ts';

// `npm run release:publish -- PARTS FILES`: joins the packages of all machines (PARTS/packages-SYSTEM-ARCH) with signed feeds
// and checksums in the folder FILES. Without folders it only says what is missing for a release, before anything is
// built. No package is loaded, so none has to be installed where the key is.

const { positionals } = parseArgs({ allowPositionals: true });
const { version } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};
const { GITHUB_REPOSITORY: repository = '', GITHUB_REF_NAME: tag = '', [KEY_VARIABLE]: privateKey } = process.env;
const problem = findReleaseProblem({
  ...{ version, tag, repository, privateKey },
  ...{ releaseKey: RELEASE_KEY, feed: RELEASE_FEED },
});
const [parts, files] = positionals;
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
} else if (parts !== undefined && files !== undefined) {
  const feeds = joinParts({ parts, files, version, releasedAt: new Date(), privateKey: privateKey ?? '' });
  process.stdout.write(`Signed ${feeds.join(', ')}.\n`);
}
