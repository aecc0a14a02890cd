import type { FaultName } from '../../src/sandbox/index.js';
import type { Stage } from './stage.js';
import type { Tab } from './tab.js';
import { waitUntil } from '../support/wait-until.js';

/** Titles of what the shopper reads. */
export const TWICE = /O pedido foi pago mais de uma vez/;
export const SHORT = /Falta uma parte do pagamento/;
export const UNCONFIRMED = /Não conseguimos confirmar o pagamento/;
export const PAID_BESIDE = /Pix recebido R\$\s[\d,]+ Tudo certo com este pagamento, mas uma cobrança/;

/** Two things that happen to one order at once, in words and in deeds. */
export interface Scene {
  what: string;
  play: (stage: Stage) => Promise<void>;
}

/** Has a tab pay into a fault that keeps the request waiting. Answers what lets it go on, and notes what it comes to. */
export async function startPaying(stage: Stage, tab: Tab, fault: FaultName = 'hang'): Promise<() => Promise<void>> {
  const { room } = stage.order;
  await room.fault('processPayment', fault);
  const paying = tab.pay();
  await room.waitForPending();
  return async () => {
    await room.release();
    await stage.note(paying);
  };
}

/** A page whose card is unconfirmed beside a code that is paid meanwhile, before anybody has noticed either. */
export async function leaveBoth(stage: Stage, fault: FaultName, attributes: Record<string, string> = {}): Promise<Tab> {
  await stage.order.room.fault('processPayment', fault);
  const tab = await stage.open({ attributes });
  const code = await stage.create(tab);
  await stage.note(fault.startsWith('hang') ? stage.order.payUnanswered(tab) : tab.pay());
  await stage.settle(code);
  return tab;
}

/** Presses "check again" until a panel with this title is there: while the service is busy, the shop does not know. */
export async function check(stage: Stage, tab: Tab, title: RegExp): Promise<void> {
  await waitUntil(
    () => {
      tab.press('check-button');
      return title.test(tab.text);
    },
    () => `${String(title)}, the tab says: ${tab.text}`,
  );
  await stage.read(title, tab);
}

/** The shop knows nothing of the unconfirmed card until the code's payment was noticed. */
export async function resolveBoth(stage: Stage, fault: FaultName, title: RegExp): Promise<void> {
  const { shop, resolveUrl } = stage.order.room;
  await shop.fault('resolve', 'unknown', { times: 99 });
  const tab = await leaveBoth(stage, fault, { 'resolve-url': resolveUrl });
  await stage.comesBackTo(PAID_BESIDE, tab);
  await shop.clearFaults();
  await check(stage, tab, title);
}
