import type { FastifyReply, FastifyRequest } from 'fastify';
import { createTurns } from './turns.ts';

/** Longer JSON bodies wait for each other, bytes. The values of a real request have some kilobytes. */
const LONG_BODY = 256 * 1024;

/** A body of 20 MB (spec 4.1) is in memory several times, until its task is stored. */
const SEATS = 2;

/** A hook that lets few long JSON bodies be read at the same time, whoever sends them. */
export function limitLongBodies(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const turns = createTurns(SEATS);
  return async ({ headers }, reply) => {
    if (!headers['content-type']?.startsWith('application/json')) return;
    const length = headers['content-length'];
    if (length === undefined || Number(length) > LONG_BODY) await turns.take(reply.raw);
  };
}
