/**
 * Exact moments at which a run can be killed, in the order of the way. Each is right after what it says and before
 * anything else happens; those that begin with `wire` are moments of a connection, seen by the proxy.
 */
export const KILL_POINTS = [
  'start: the store was opened',
  'start: leftovers were removed',
  'add: seeds drawn, nothing kept',
  'add: jobs about to be committed',
  'add: jobs committed, nothing begun',
  'prepare: folder of the job made',
  'prepare: folder of the library synced',
  'prepare: source read, nothing kept',
  'prepare: probe made in the output folder',
  'prepare: probe removed',
  'upload: begun on the record',
  'upload: place given, nothing sent',
  'wire: half of an upload passed',
  'upload: answered, token not kept',
  'upload: token kept',
  'create: seeds kept, no intent',
  'create: PREPARED committed',
  'create: SENDING committed, before a byte left',
  'wire: the order came to the proxy and no further',
  'wire: the order is at the service, no answer yet',
  'wire: half of the answer to an order passed',
  'create: answered, nothing written down',
  'create: BOUND committed, the step without its task',
  'create: task kept with its step',
  'settle: doubt committed',
  'settle: history read',
  'settle: between two looks',
  'settle: task found, not bound',
  'settle: BOUND committed after a look',
  'settle: nothing found, may be sent again',
  'follow: before a look',
  'follow: looked, nothing written down',
  'follow: echo of the nonce noted',
  'follow: end and price kept',
  'download: begun on the record',
  'download: head of the answer came',
  'download: part opened',
  'wire: half of a model passed',
  'download: part written, not synced',
  'download: part synced',
  'download: part renamed, folder not synced',
  'download: folder synced after the rename',
  'download: named by what its bytes are',
  'verify: begun on the record',
  'verify: package unpacked and removed',
  'verify: artifacts kept, step done',
  'export: begun on the record',
  'export: hidden folder made',
  'export: folder of a package made',
  'export: model copied, not synced',
  'export: model synced',
  'export: file of a package copied',
  'export: source copied, not synced',
  'export: manifest written, not synced',
  'export: manifest synced',
  'export: folder of a package synced',
  'export: hidden folder synced, no name yet',
  'export: name given, folder not synced',
  'export: folder synced, place not kept',
  'export: place kept',
  'done: manifest written, not renamed',
  'done: manifest renamed, job not done',
  'done: kept',
] as const;

/** A moment at which a run can be killed. */
export type KillPoint = (typeof KILL_POINTS)[number];

/** Tells that a moment has come; where the run is to end there, this never returns. */
export type OnKillPoint = (boundary: KillPoint) => void;

/** Whether the proxy sees the moment, instead of the run itself. */
export function isNetworkKillPoint(boundary: KillPoint): boolean {
  return boundary.startsWith('wire: ');
}
