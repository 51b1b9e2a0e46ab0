import { z } from 'zod';
import { collection, collectionName } from '../../jobs/collection.ts';
import { id, nothing } from './call-schemas.ts';

/** Calls about the collections of the gallery: channel → [input, output]. `queue:mark` puts jobs into them. */
export const collectionCalls = {
  /** By name. */
  'collections:list': [nothing, z.array(collection)],
  /** Adds a collection or renames it; fails with `bad_request` if another one has the name. */
  'collections:save': [z.object({ id: id.optional(), name: collectionName }), collection],
  /** Removes a collection, not its models; saving it with the same id undoes this. Returns the others. */
  'collections:remove': [z.object({ id }), z.array(collection)],
} as const;
