import { findKeyProblem } from '../../src-main/updates/sign-feeds.ts';

/** What a release is made of, before anything is built. */
interface PlannedRelease {
  readonly version: string;
  readonly tag: string;
  /** `OWNER/REPOSITORY` on GitHub. */
  readonly repository: string;
  readonly privateKey: string | undefined;
  readonly releaseKey: string | null;
  /** The feed that the app of this release checks. */
  readonly feed: string | null;
}

/** A sentence that says what is missing for a release and what to do; null if nothing is. */
export function findReleaseProblem(release: PlannedRelease): string | null {
  const { version, tag, repository, privateKey, releaseKey, feed } = release;
  const published = `https://github.com/${repository}/releases/latest/download/`;
  if (tag !== `v${version}`)
    return `The tag ${tag} is not the version of package.json. Set the version to ${tag.slice(1)}, or tag v${version}.`;
  const keyProblem = findKeyProblem(privateKey, releaseKey);
  if (keyProblem !== null) return keyProblem;
  if (feed !== published)
    return `The app would not find this release. Set RELEASE_FEED in src-shared/settings/release-feed.ts to ${published}.`;
  return null;
}
