import { startSandboxServer, type FetchHandler, type SandboxServer } from '../../src/sandbox/node.js';

/**
 * The sandbox at an origin of its own whose connections are kept, as those of most services are: a charge rides on the connection of its
 * preflight, and where that breaks, some browsers send the charge once more by themselves. What else a service does there says the name of its
 * room, `room-ID--HABIT--HABIT`:
 *
 * - `preflight-closes`, `charge-closes`: responses to `OPTIONS`, or to a charge, have `Connection: close`.
 * - `knows-doubles`: a charge whose body was charged before is refused with 422.
 * - `single-use`: a token that a charge came with is refused from then on.
 * - `repeat-STATUS`: the second charge with the same body is answered with that status, and the next ones as ever.
 * - `says-declined`: both kinds of refusal say `success: false`.
 */
export function startBreakingService(): Promise<SandboxServer> {
  const seen = new Map<string, number>();
  const wrap = (service: FetchHandler): FetchHandler => {
    return async (request, peer) => {
      const { pathname, href } = new URL(request.url);
      const [, room = '', operation = ''] = /^\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
      const habits = room.split('--').slice(1);
      if (request.method === 'OPTIONS') {
        const answer = await service(request, peer);
        if (habits.includes('preflight-closes')) answer.headers.set('Connection', 'close');
        return answer;
      }
      if (operation !== 'card/processPayment') return service(request, peer);
      const name = `${room} ${await request.clone().text()}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      const refusal = count > 1 && habits.includes('knows-doubles') ? '422' : findRepeatStatus(habits, count);
      if (refusal !== undefined) return refuse(refusal, request, habits.includes('says-declined'));
      try {
        const answer = await service(request, peer);
        if (habits.includes('charge-closes')) answer.headers.set('Connection', 'close');
        return answer;
      } finally {
        if (habits.includes('single-use'))
          await service(new Request(`${href.split(operation)[0]}__sandbox/revoke`, { method: 'POST' }), peer);
      }
    };
  };
  return startSandboxServer({ keepAlive: true, wrap });
}

function findRepeatStatus(habits: readonly string[], count: number): string | undefined {
  return count === 2 ? habits.find((habit) => habit.startsWith('repeat-'))?.slice('repeat-'.length) : undefined;
}

function refuse(status: string, request: Request, saysDeclined: boolean): Response {
  const headers = { 'Access-Control-Allow-Origin': request.headers.get('Origin') ?? '*' };
  return Response.json({ ...(saysDeclined && { success: false }), message: 'Recusado.' }, { status: Number(status), headers });
}
