import type { BankPage, BoletoCode } from '../server/demo-bank.js';
import type { NotebookPage } from '../server/notebook.js';

/** The finding of a person of the shop about an attempt, or the return of a payment. */
export type Finding = 'charged' | 'not-charged' | 'returned';

/**
 * The result of reporting a finding. `early`: the finding `not-charged` is valid only from `countsFrom` on, epoch ms by the shop's clock.
 */
export interface FindingAnswer {
  status: 'resolved' | 'early' | 'kept' | 'none';
  countsFrom?: number;
}

/** The state of the shop's account at its payments service: `ready` if the shop is signed in. */
export type AccountState = 'ready' | 'disconnected' | 'failing';

/** The endpoints of the shop's server for its own staff, and of the bank that it plays. */
export interface ShopDesk {
  readNotebook(orderId: string): Promise<NotebookPage>;
  /** Records a finding. `id` is the identifier of the attempt or of the payment. */
  resolve(id: string, finding: Finding): Promise<FindingAnswer>;
  readAccount(): Promise<AccountState>;
  /** Reads what the bank knows of an order's boletos. */
  readBank(orderId: string): Promise<BankPage>;
  /** Pays a boleto at the bank, by its Pix code or its bar code. */
  payBoleto(chargeId: string, by: BoletoCode): Promise<void>;
}

/** Creates a client for `caderno`, `conta` and `banco` of the shop. Their responses are those of this repository's own server. */
export function createShopDesk(storeUrl: string): ShopDesk {
  // The staff keep the original `fetch`, because a scenario may replace it to simulate a lost network.
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
      const answer: FindingAnswer = await (await ask(`caderno/${encodeURIComponent(id)}`, createPost({ status }))).json();
      return answer;
    },
    async readAccount() {
      const { account }: { account: AccountState } = await (await ask('conta')).json();
      return account;
    },
    async readBank(orderId) {
      const page: BankPage = await (await ask(`banco/${encodeURIComponent(orderId)}`)).json();
      return page;
    },
    async payBoleto(chargeId, by) {
      await ask(`banco/${encodeURIComponent(chargeId)}`, createPost({ by }));
    },
  };
}

function createPost(body: object): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
