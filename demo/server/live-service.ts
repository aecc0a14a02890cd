import type { ServiceParts } from './sandbox-service.js';

/** A real service with a token that this server was given, and that no page ever sees. */
export interface LiveService {
  url: string;
  token: string;
  /** Whether cards may be typed, which go through this server then. */
  takesCards: boolean;
}

/** The real service that the environment names, if it names one. */
export function readLiveService({ BALCAO_BASE_URL, BALCAO_TOKEN, BALCAO_RELAY_CARDS }: NodeJS.ProcessEnv): LiveService | undefined {
  if (!BALCAO_BASE_URL || !BALCAO_TOKEN) return undefined;
  return { url: BALCAO_BASE_URL, token: BALCAO_TOKEN, takesCards: BALCAO_RELAY_CARDS === '1' };
}

/** What a shop in front of it needs: its pages pay through the relay. */
export function createLiveParts({ url, token, takesCards }: LiveService): ServiceParts {
  return {
    service: { baseUrl: url.endsWith('/') ? url : `${url}/` },
    tokens: async () => token,
    isRelay: true,
    relayCards: takesCards,
    now: () => Date.now(),
  };
}

/** What whoever starts it must know. */
export function describeLive({ url, takesCards }: LiveService): string {
  return takesCards
    ? `Service: ${url}. Card data go through this server: that is in scope of PCI DSS, SAQ D.`
    : `Service: ${url}. New cards are refused, since their data would go through this server (PCI DSS, SAQ D): BALCAO_RELAY_CARDS=1 lets them.`;
}
