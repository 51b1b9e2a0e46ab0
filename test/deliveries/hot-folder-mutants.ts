import { checkRestart, checkTwoHomes } from '../hot-folders/claim-checks.ts';
import { checkTwoHolders } from '../hot-folders/lease-bench.ts';
import { plant, type DeliveryMutant } from './delivery-mutant.ts';

/** Planted bugs in what hot folders keep about files and watchers. */
export const HOT_FOLDER_MUTANTS: readonly DeliveryMutant[] = [
  plant('the files of a job are not recorded with it', 'jobs after a restart', checkRestart, {
    store: ({ jobs, claimedFiles, ...store }) => ({
      ...store,
      claimedFiles,
      jobs: {
        ...jobs,
        addJobs: (records) => {
          jobs.addJobs(records);
          for (const { id } of records) claimedFiles.forget(id);
        },
      },
    }),
  }),
  plant('the claims of jobs that have not ended are removed at a restart', 'jobs after a restart', checkRestart, {
    store: (store) => {
      for (const { id, finishedAt } of store.jobs.readJobs()) if (finishedAt === null) store.claimedFiles.forget(id);
      return store;
    },
  }),
  plant('two homes that watch a folder claim the same file', 'jobs of the second home', checkTwoHomes, {
    home: () => '/home/a',
  }),
  plant('the lease of a living watcher is ignored', 'holders of a folder', checkTwoHolders, (clock) => ({
    ...clock,
    // Its heartbeats seem to be too far apart.
    elapsed: () => clock.elapsed() * 10,
  })),
];
