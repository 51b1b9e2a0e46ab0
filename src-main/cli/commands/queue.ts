import { PRIORITIES } from '../../../src-shared/jobs/priority.ts';
import { SPENDING_OPTIONS } from '../lib/command/shared-options.ts';
import { argument, argumentList, optionalArgumentList } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { choice, flag, required, text } from '../lib/command/option.ts';

const load = () => import('../actions/queue.ts');

/** `dropforge queue`. */
export const queueCommand = defineCommandGroup({
  name: 'queue',
  summary: 'List jobs and change their order and state',
  description:
    'Lists jobs and changes their order and state. Nothing runs: “dropforge resume” and the window run the queue. Write the id of a job, or its first four characters or more.',
  fallback: 'list',
  examples: [
    ['dropforge queue', 'List the jobs.'],
    ['dropforge queue confirm --max-credits 50', 'Confirm the cost of all jobs that await it.'],
    ['dropforge queue move 1a2b3c4d --before 5e6f7a8b', 'Run a job before another.'],
  ],
  commands: [
    defineCommand({
      name: 'list',
      summary: 'List the jobs',
      description: 'Lists the jobs: all that are not finished, and the last 10,000 finished ones.',
      options: { older: flag('Also list the finished jobs before these.') },
      run: async ({ older }, context) => (await load()).listQueue(older, context),
    }),
    defineCommand({
      name: 'pause',
      summary: 'Pause the queue, or some jobs',
      arguments: { jobs: optionalArgumentList('ID', 'Jobs that “queue list” shows. Default: the entire queue.') },
      run: async ({ jobs }, context) => (await load()).pauseQueue(jobs, context),
    }),
    defineCommand({
      name: 'resume',
      summary: 'Resume the queue, or some jobs',
      description:
        'Resumes the queue, or some jobs. A job that waits because of a limit runs its next step beyond the limit if you name it and confirm the cost.',
      arguments: { jobs: optionalArgumentList('ID', 'Jobs that “queue list” shows. Default: the entire queue.') },
      options: { ...SPENDING_OPTIONS },
      run: async ({ jobs, ...consent }, context) => (await load()).resumeQueue(jobs, consent, context),
    }),
    defineCommand({
      name: 'confirm',
      summary: 'Confirm the cost of jobs that await it',
      arguments: {
        jobs: optionalArgumentList('ID', 'Jobs that “queue list” shows. Default: all that await confirmation.'),
      },
      options: { ...SPENDING_OPTIONS },
      run: async ({ jobs, ...consent }, context) => (await load()).confirmJobs(jobs, consent, context),
    }),
    defineCommand({
      name: 'cancel',
      summary: 'Cancel jobs',
      arguments: { jobs: argumentList('ID', 'Jobs that “queue list” shows.') },
      run: async ({ jobs }, context) => (await load()).cancelJobs(jobs, context),
    }),
    defineCommand({
      name: 'uncancel',
      summary: 'Put cancelled jobs back in the queue',
      description: 'Puts cancelled jobs back at their places, as they were. Tasks that were sent are not sent again.',
      arguments: { jobs: argumentList('ID', 'Jobs that “queue list” shows.') },
      run: async ({ jobs }, context) => (await load()).uncancelJobs(jobs, context),
    }),
    defineCommand({
      name: 'retry',
      summary: 'Retry failed and cancelled jobs',
      arguments: { jobs: argumentList('ID', 'Jobs that “queue list” shows.') },
      run: async ({ jobs }, context) => (await load()).retryJobs(jobs, context),
    }),
    defineCommand({
      name: 'resolve',
      summary: 'Decide about jobs whose charge is unconfirmed',
      description:
        'Decides about jobs whose charge is unconfirmed. Sending one again may cost its price a second time, which you confirm.',
      arguments: { jobs: argumentList('ID', 'Jobs that “queue list” shows.') },
      options: {
        by: required(
          choice(
            ['look', 'send_again', 'give_up'],
            'Keep checking (look), send again (send_again), or stop checking (give_up).',
          ),
        ),
        ...SPENDING_OPTIONS,
      },
      run: async ({ jobs, by, ...consent }, context) => (await load()).resolveJobs(jobs, by, consent, context),
    }),
    defineCommand({
      name: 'move',
      summary: 'Move jobs before or after another job',
      arguments: { jobs: argumentList('ID', 'Jobs that “queue list” shows.') },
      options: { before: text('ID', 'Job to move them before.'), after: text('ID', 'Job to move them after.') },
      run: async ({ jobs, ...place }, context) => (await load()).moveJobs(jobs, place, context),
    }),
    defineCommand({
      name: 'priority',
      summary: 'Set the priority of jobs',
      arguments: {
        words: argumentList(`ID… ${PRIORITIES.join('|')}`, 'Jobs that “queue list” shows, then their priority.'),
      },
      run: async ({ words }, context) => (await load()).prioritiseJobs(words, context),
    }),
    defineCommand({
      name: 'repeat',
      summary: 'Add a copy of a job',
      arguments: { job: argument('ID', 'Job that “queue list” shows.') },
      options: {
        seeds: required(choice(['same', 'new'], 'Use the seeds of the job, or new ones.')),
        generator: text(
          'NAME',
          'Generator of this computer, or “built-in”. Default: where and how the job was generated.',
        ),
        ...SPENDING_OPTIONS,
      },
      run: async ({ job, seeds, generator, ...consent }, context) =>
        (await load()).repeatJob(job, { seeds, generator }, consent, context),
    }),
    defineCommand({
      name: 'rename',
      summary: 'Rename a job',
      arguments: { job: argument('ID', 'Job that “queue list” shows.'), name: argument('NAME', 'New name.') },
      run: async ({ job, name }, context) => (await load()).renameJob(job, name, context),
    }),
    defineCommand({
      name: 'found',
      summary: 'List tasks at the service that have no job',
      run: async (_, context) => (await load()).findOrphanTasks(context),
    }),
    defineCommand({
      name: 'import',
      summary: 'Create jobs for tasks that have none',
      arguments: { tasks: argumentList('TASK', 'Tasks that “queue found” lists.') },
      run: async ({ tasks }, context) => (await load()).importTasks(tasks, context),
    }),
    defineCommand({
      name: 'dismiss',
      summary: 'Hide tasks that have no job',
      arguments: { tasks: argumentList('TASK', 'Tasks that “queue found” lists.') },
      run: async ({ tasks }, context) => (await load()).dismissTasks(tasks, context),
    }),
  ],
});
