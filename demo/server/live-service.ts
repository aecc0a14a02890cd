import type { ServiceParts } from './sandbox-service.js';

/** A real service and its token, which only this server knows: no page ever sees the token. */
export interface LiveService {
  url: string;
  token: string;
  /** True if new cards are accepted. They then go through this server. */
  takesCards: boolean;
}

/** Returns the real service that the environment names; `undefined` if it names none. */
export function readLiveService({ BALCAO_BASE_URL, BALCAO_TOKEN, BALCAO_RELAY_CARDS }: NodeJS.ProcessEnv): LiveService | undefined {
  if (!BALCAO_BASE_URL || !BALCAO_TOKEN) return undefined;
  return { url: BALCAO_BASE_URL, token: BALCAO_TOKEN, takesCards: BALCAO_RELAY_CARDS === '1' };
}

/** Creates the parts of a shop for a real service. The shop's pages pay through the relay. */
export function createLiveParts({ url, token, takesCards }: LiveService): ServiceParts {
  return {
    service: { baseUrl: url.endsWith('/') ? url : `${url}/` },
    tokens: async () => token,
    isRelay: true,
    relayCards: takesCards,
    now: () => Date.now(),
  };
}

/** Returns the notice for the person who starts the demo with a real service. */
export function describeLive({ url, takesCards }: LiveService): string {
  return takesCards
    ? `Service: ${url}. Card data go through this server: that is in scope of PCI DSS, SAQ D.`
    : `Service: ${url}. New cards are refused, since their data would go through this server (PCI DSS, SAQ D): BALCAO_RELAY_CARDS=1 lets them.`;
}
