import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { z } from 'zod';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { segmentAtPoints } from '../../../engine/change/segment/segment-at-points.ts';
import { segmentModel } from '../../../engine/change/segment/segment-model.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createPartsResult } from './segment-mesh.ts';

/** Up to 32 points in metres, in the model's own axes. */
const POINTS = z
  .array(z.tuple([z.number(), z.number(), z.number()]))
  .min(1)
  .max(32);

/**
 * A model cut at the user's points (spec 4.4). The specification defines no payload: here `parameters.points` lists points on
 * the surface, one per part; without it the model is cut like in `segment_mesh`. Throws ModelError, OperationError and ApiError.
 */
export const runSmartSegment: EngineJob<typeof OPERATIONS.smart_segment> = async (input, report) => {
  const { parameters } = input.values;
  const given = parameters?.['points'];
  if (given === undefined) return createPartsResult(await segmentModel(onlySource(input), report));
  const points = POINTS.safeParse(given);
  if (!points.success) {
    throw new ApiError(1004, serviceMessage('task-failure.segment-points'));
  }
  return createPartsResult(await segmentAtPoints(onlySource(input), points.data, report));
};
