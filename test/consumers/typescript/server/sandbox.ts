import { createServer, type RequestListener } from 'node:http';
import { createPaymentsClient, type PaymentsClient } from 'balcao/client';
import { formatReais, parseBrCode } from 'balcao/domain';
import { createSandbox } from 'balcao/sandbox';

/** What a shop's own tests start: the service, without a browser's types. */
export const sandbox: (request: Request) => Promise<Response> = createSandbox();

export const client: PaymentsClient = createPaymentsClient({ baseUrl: 'http://localhost:4174/', getToken: async () => 'token' });

const listener: RequestListener = (_, response) => {
  const answer = parseBrCode('000201');
  response.end(answer.ok ? formatReais(answer.brCode.amountCents ?? 0) : answer.reason);
};

export const server = createServer(listener);
