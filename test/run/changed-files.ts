import { execFileSync } from 'node:child_process';

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/**
 * Files of the project that differ from the main branch: committed on this branch, staged, changed or new. On the main branch
 * itself: what is not pushed or not committed yet.
 */
export function listChangedFiles(): string[] {
  const base = findBase();
  const changed = git('diff', '--name-only', base).split('\n');
  const added = git('ls-files', '--others', '--exclude-standard').split('\n');
  return [...new Set([...changed, ...added])].filter((name) => name !== '').sort();
}

/** The commit this branch started from. */
export function findBase(): string {
  for (const main of ['origin/main', 'main']) {
    try {
      return git('merge-base', 'HEAD', main);
    } catch {
      // There is no such branch here.
    }
  }
  return 'HEAD';
}
