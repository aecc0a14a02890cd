import type { NotebookPage } from '../server/notebook.js';

/** What a person of the shop may have found out about an attempt, or did with money. */
export type Finding = 'charged' | 'not-charged' | 'returned';

/** What came of saying so. `early`: that nothing was charged counts from `countsFrom` on, epoch ms by the shop's clock. */
export interface FindingAnswer {
  status: 'resolved' | 'early' | 'kept' | 'none';
  countsFrom?: number;
}

/** Whether the shop is signed in at its payments service. */
export type AccountState = 'ready' | 'disconnected' | 'failing';

/** The shop's server as its own people see it. */
export interface ShopDesk {
  readNotebook(orderId: string): Promise<NotebookPage>;
  /** Writes a finding down, by the attempt's or the payment's identifier. */
  resolve(id: string, finding: Finding): Promise<FindingAnswer>;
  readAccount(): Promise<AccountState>;
}

/** Talks to `caderno` and `conta` of the shop; the responses are those of this repository's own server. */
export function createShopDesk(storeUrl: string): ShopDesk {
  // The shop's people keep their own line: a scenario may take the page's network away.
  const send = globalThis.fetch.bind(globalThis);
  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await send(`${storeUrl}${path}`, init);
    if (!response.ok) throw new Error(`The shop responded ${response.status} to ${path}.`);
    return response;
  };
  return {
    async readNotebook(orderId) {
      const page: NotebookPage = await (await ask(`caderno/${encodeURIComponent(orderId)}`)).json();
      return page;
    },
    async resolve(id, status) {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ status }) };
      const answer: FindingAnswer = await (await ask(`caderno/${encodeURIComponent(id)}`, init)).json();
      return answer;
    },
    async readAccount() {
      const { account }: { account: AccountState } = await (await ask('conta')).json();
      return account;
    },
  };
}
