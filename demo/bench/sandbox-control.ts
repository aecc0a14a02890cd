import type { Charge, PixAction } from 'balcao/sandbox';
import type { DemoFault } from './faults.js';

/** A charge that the sandbox made, as far as this page shows it. */
export type LedgerCharge = Pick<Charge, 'identifier' | 'amount' | 'installments' | 'last4'>;

/** One step of what becomes of a Pix charge; `return` is the shopper's coming back from the bank's app, `wait` is 4 s. */
export type PixStep = PixAction | 'return' | 'wait';

/** How long a late payer takes, ms. */
const LATE_MS = 4000;

/** Steers the sandbox and the shop's server of this demo. A real service has nothing of the kind. */
export interface SandboxControl {
  /** Makes the next charge meet this fault, and no other. */
  arm(fault: DemoFault): Promise<void>;
  /** Plays what becomes of the latest Pix charge. */
  playPix(steps: readonly PixStep[]): Promise<void>;
  /** Spoils the next Pix code by the name of a fault, with what it is told after a colon; an empty name for none. */
  armPix(fault: string): Promise<void>;
  /** Sets the clock of the service and the shop so far ahead of the device's, or behind it, and has the page ask again. */
  setClock(aheadMs: number): Promise<void>;
  /** Lets answers that are held back go out now. */
  release(): Promise<void>;
  /** What the service has charged in this room, oldest first. */
  listCharges(): Promise<LedgerCharge[]>;
}

/** Talks to the control endpoints of the sandbox and of the shop. */
export function createSandboxControl(controlUrl: string, storeUrl: string): SandboxControl {
  // The bench keeps its own line: a scenario may take the page's network away.
  const send = globalThis.fetch.bind(globalThis);
  const tellShop = async (order: Record<string, unknown>): Promise<void> => {
    const answer = await send(`${storeUrl}bancada`, { method: 'POST', ...jsonBody(order) });
    if (!answer.ok) throw new Error(`The shop's server answered ${answer.status} to bancada`);
  };
  const ask = async (path: string, method: 'GET' | 'POST' | 'DELETE', body?: unknown): Promise<unknown> => {
    const answer = await send(`${controlUrl}${path}`, { method, ...jsonBody(body) });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}`);
    const text = await answer.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    async arm(fault) {
      await Promise.all([ask('faults', 'DELETE'), tellShop({ fault: null })]);
      if (fault.at === 'service')
        await ask('faults', 'POST', { operation: 'processPayment', fault: fault.fault, times: 1, ...fault.params });
      if (fault.at === 'shop') await tellShop({ fault: fault.fault });
    },
    async playPix(steps) {
      for (const step of steps) {
        if (step === 'wait') await new Promise((resolve) => setTimeout(resolve, LATE_MS));
        else if (step === 'return') comeBack();
        else await ask('pix', 'POST', { action: step });
      }
    },
    async armPix(name) {
      const [fault, what] = name.split(':');
      await ask('faults', 'DELETE');
      if (fault) await ask('faults', 'POST', { operation: 'generatePixQrCode', fault, times: 1, what });
    },
    async setClock(aheadMs) {
      await ask('clock', 'POST', { aheadMs });
      comeBack();
    },
    async release() {
      await Promise.all([ask('release', 'POST'), tellShop({ release: true })]);
    },
    async listCharges() {
      return readCharges(await ask('state', 'GET'));
    },
  };
}

/** The shopper looks at the page again: then it asks how things stand. */
function comeBack(): void {
  dispatchEvent(new PageTransitionEvent('pageshow'));
}

function jsonBody(body: unknown): RequestInit {
  return body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

function readCharges(state: unknown): LedgerCharge[] {
  if (typeof state !== 'object' || state === null || !('charges' in state) || !Array.isArray(state.charges)) return [];
  return state.charges.filter(isLedgerCharge);
}

function isLedgerCharge(value: unknown): value is LedgerCharge {
  return (
    typeof value === 'object' &&
    value !== null &&
    'identifier' in value &&
    typeof value.identifier === 'string' &&
    'amount' in value &&
    typeof value.amount === 'number' &&
    'installments' in value &&
    typeof value.installments === 'number' &&
    'last4' in value &&
    typeof value.last4 === 'string'
  );
}
