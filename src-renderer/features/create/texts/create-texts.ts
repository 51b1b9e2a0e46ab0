import { pluralize } from '../../../app/language/pluralize.ts';

/** Texts of the drop target and the composer. */
export const CREATE_TEXTS = {
  drop: {
    files: (count: number) => (count > 0 ? `Drop ${pluralize(count, 'item')}` : 'Drop'),
    body: 'Drop anywhere. Each image or model becomes a job. Folders are searched for images and models.',
    /** Shown while a form with image fields is visible. */
    beside: 'Drop it on a field, or anywhere else to generate a model.',
    leave: 'cancels',
    taking: (count: number) => `Reading ${pluralize(count, 'item')}…`,
    price: (count: number, price: string) => `${pluralize(count, 'job')}, estimate ${price} each`,
  },
  composer: {
    add: 'Add images',
    formats: 'Output formats',
  },
} as const;
