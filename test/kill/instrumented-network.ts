import type { NetworkResponse, Network, NetworkRequest } from '../../src-main/service-client/http/network.ts';
import type { KillPoint, OnKillPoint } from './kill-points.ts';

/** Requests by method and path, with what is reached before and after. */
const REQUESTS: readonly [RegExp, { readonly before?: KillPoint; readonly after: KillPoint }][] = [
  [/^POST \/v3\/files\/presign$/, { after: 'upload: place given, nothing sent' }],
  [/^PUT /, { after: 'upload: answered, token not kept' }],
  [/^GET \/v3\/account\/usage$/, { after: 'settle: history read' }],
  [/^POST \/v3\/tasks\/list$/, { before: 'follow: before a look', after: 'follow: looked, nothing written down' }],
  [/^GET \/outputs\//, { after: 'download: head of the answer came' }],
];

/** The network, telling what is about to happen and what just did. Unless threaded, files are fetched in this thread. */
export function instrumentNetwork({ download, ...network }: Network, reach: OnKillPoint, isThreaded: boolean): Network {
  const ask = async (request: NetworkRequest): Promise<NetworkResponse> => {
    const told = `${request.method} ${request.url.pathname}`;
    const moments = REQUESTS.find(([pattern]) => pattern.test(told))?.[1];
    if (moments?.before) reach(moments.before);
    const answer = await network.ask(request);
    if (moments) reach(moments.after);
    return answer;
  };
  return {
    ...network,
    ...(isThreaded && download ? { download } : {}),
    ask,
    sendOnce: async (url, headers, body) => {
      reach('create: SENDING committed, before a byte left');
      const sending = await network.sendOnce(url, headers, body);
      if (sending.kind === 'answered') reach('create: answered, nothing written down');
      return sending;
    },
  };
}
