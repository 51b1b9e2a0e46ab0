import type { Finding } from '../../src-shared/doctor/finding.ts';
import type { UpdateState } from '../../src-shared/settings/update-settings.ts';
import { toFinding } from './to-finding.ts';

/** Reports the update state; it is never worse than a note. */
export function checkUpdateState({ status, version, release, error }: UpdateState): Finding {
  switch (status) {
    case 'off':
      return toFinding('updates', 'ok', 'updatesOff');
    case 'no_address':
      return toFinding('updates', 'ok', 'updatesNone', [version]);
    case 'newer':
      return toFinding('updates', 'note', 'updatesNewer', [release?.version ?? '', version], { fix: 'updates' });
    case 'current':
    case 'staged':
      return toFinding('updates', 'ok', 'updatesCurrent', [version]);
    case 'failed':
    case 'unasked':
      return toFinding('updates', 'note', 'updatesDown', [version], { error, fix: 'updates' });
  }
}
