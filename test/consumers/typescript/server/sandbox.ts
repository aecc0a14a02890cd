import { createServer, type RequestListener } from 'node:http';
import { createPaymentsClient, type PaymentsClient } from 'balcao/client';
import { formatReais, parseBrCode } from 'balcao/domain';
import { brCodeFixtures, cardFixtures, type CardFixture } from 'balcao/fixtures';
import { createSandbox } from 'balcao/sandbox';

/** What a shop's own tests start: the service, without a browser's types. */
export const sandbox: (request: Request) => Promise<Response> = createSandbox();

export const client: PaymentsClient = createPaymentsClient({ baseUrl: 'http://localhost:4174/', getToken: async () => 'token' });

export const visa: CardFixture | undefined = cardFixtures.find(({ brand }) => brand === 'visa');

const listener: RequestListener = (_, response) => {
  const answer = parseBrCode(brCodeFixtures[0]?.code ?? '');
  response.end(answer.ok ? formatReais(answer.brCode.amountCents ?? 0) : answer.reason);
};

export const server = createServer(listener);
