import { TRASH_DAYS } from '../../../src-shared/jobs/trash.ts';
import { argument, argumentList, optionalArgument, optionalArgumentList } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { choice, flag, text, textList } from '../lib/command/option.ts';

const load = () => import('../actions/gallery.ts');
const loadTrash = () => import('../actions/trash.ts');

const loadCollections = () => import('../actions/collections.ts');

const collectionName = argument('NAME', 'Name of 1 to 60 characters.');
const tag = textList('TAG', 'Tag of 1 to 40 characters.');

/** `dropforge gallery`. */
export const galleryCommand = defineCommandGroup({
  name: 'gallery',
  summary: 'List, mark and compare generated models',
  description: 'Lists, marks and compares generated models, and frees up disk space.',
  fallback: 'list',
  examples: [
    ['dropforge gallery --favorites --tag client', 'List favorites with a tag.'],
    ['dropforge gallery mark 1a2b3c4d --favorite yes', 'Mark a model as a favorite.'],
    ['dropforge gallery collections add Props 1a2b3c4d', 'Put a model into a collection.'],
    ['dropforge gallery clean --yes', 'Delete library files that are not needed.'],
    ['dropforge gallery restore 1a2b3c4d', 'Restore a job from the trash.'],
  ],
  commands: [
    defineCommand({
      name: 'list',
      summary: 'List generated models',
      options: {
        favorites: flag('Only favorites.'),
        tag: { ...tag, description: 'Only models with this tag.' },
        collection: text('NAME', 'Only models in this collection.'),
        madeFrom: text('ID', 'Only models made from this job.'),
      },
      run: async (filter, context) => (await load()).listGallery(filter, context),
    }),
    defineCommand({
      name: 'mark',
      summary: 'Set or clear marks of models',
      arguments: { jobs: argumentList('ID', 'Jobs that “gallery list” shows.') },
      options: {
        favorite: choice(['yes', 'no'], 'Mark as a favorite.'),
        tag: { ...tag, description: 'Tag to add.' },
        untag: { ...tag, description: 'Tag to remove.' },
        cleared: choice(['yes', 'no'], 'Remove from the list of the queue.'),
      },
      run: async ({ jobs, ...marks }, context) => (await load()).markModels(jobs, marks, context),
    }),
    defineCommandGroup({
      name: 'collections',
      summary: 'List and change collections of models',
      fallback: 'list',
      commands: [
        defineCommand({
          name: 'list',
          summary: 'List the collections',
          run: async (_, context) => (await loadCollections()).listCollections(context),
        }),
        defineCommand({
          name: 'add',
          summary: 'Put models into a collection',
          description: 'Puts models into a collection, which is created if there is none with the name.',
          arguments: { name: collectionName, jobs: optionalArgumentList('ID', 'Jobs that “gallery list” shows.') },
          run: async ({ name, jobs }, context) => (await loadCollections()).addToCollection(name, jobs, context),
        }),
        defineCommand({
          name: 'remove',
          summary: 'Take models out of a collection, or remove it',
          description:
            'Takes models out of a collection. Without models, the collection is removed; its models are kept.',
          arguments: { name: collectionName, jobs: optionalArgumentList('ID', 'Jobs that “gallery list” shows.') },
          run: async ({ name, jobs }, context) => (await loadCollections()).removeFromCollection(name, jobs, context),
        }),
        defineCommand({
          name: 'rename',
          summary: 'Rename a collection',
          arguments: { name: collectionName, to: argument('NEW-NAME', 'New name.') },
          run: async ({ name, to }, context) => (await loadCollections()).renameCollection(name, to, context),
        }),
      ],
    }),
    defineCommand({
      name: 'compare',
      summary: 'Compare two models',
      arguments: { one: argument('ID', 'First model.'), other: argument('ID', 'Second model.') },
      run: async ({ one, other }, context) => (await load()).compareGallery(one, other, context),
    }),
    defineCommand({
      name: 'usage',
      summary: 'Show the disk space of the library',
      run: async (_, context) => (await load()).showGalleryUsage(context),
    }),
    defineCommand({
      name: 'clean',
      summary: 'Delete library files that are not needed',
      description:
        'Deletes library files with an identical copy in the output folder, and images that nothing has used for a day.',
      options: { yes: flag('Delete. Without it the command only shows how much would be deleted.') },
      run: async ({ yes }, context) => (await load()).cleanGallery(yes, context),
    }),
    defineCommand({
      name: 'remove',
      summary: 'Move jobs to the trash',
      description: `Moves jobs and their library files to the trash, where they stay for ${TRASH_DAYS} days. Exported files are kept.`,
      arguments: { jobs: argumentList('ID', 'Jobs that “gallery list” or “queue list” shows.') },
      run: async ({ jobs }, context) => (await loadTrash()).removeJobs(jobs, context),
    }),
    defineCommand({
      name: 'trash',
      summary: 'List the trash',
      run: async (_, context) => (await loadTrash()).listTrash(context),
    }),
    defineCommand({
      name: 'restore',
      summary: 'Restore jobs from the trash',
      arguments: { jobs: argumentList('ID', 'Jobs that “gallery trash” shows.') },
      run: async ({ jobs }, context) => (await loadTrash()).restoreJobs(jobs, context),
    }),
    defineCommand({
      name: 'empty',
      summary: 'Empty the trash',
      description:
        'Deletes all jobs in the trash with their library files. Exported files are kept. This cannot be undone.',
      options: { yes: flag('Delete. Without it the command only shows how much would be deleted.') },
      run: async ({ yes }, context) => (await loadTrash()).emptyTrash(yes, context),
    }),
    defineCommand({
      name: 'limit',
      summary: 'Show or set the library size to warn at',
      description: 'Shows or sets the library size above which the app warns. Nothing is deleted automatically.',
      arguments: { size: optionalArgument('GB|none', 'Size in gigabytes (10⁹ bytes), such as 20 or 0.5.') },
      run: async ({ size }, context) => (await load()).limitGallery(size, context),
    }),
  ],
});
