import { spoilNextCode } from '../../src/bin/sandbox/panel/pix-section.js';
import type { PixAction } from 'balcao/sandbox';
import type { ControlClient } from '../../src/bin/sandbox/panel/control-client.js';
import type { DemoFault } from './faults.js';

/** One step in the life of a Pix charge. With `return` the shopper returns from the bank's app. */
export type PixStep = PixAction | 'return';

/** The control of this demo's sandbox and of its shop's server. A real service has no such control. */
export interface SandboxControl {
  /** Plans this fault, and no other, for the next charge. */
  arm(fault: DemoFault): Promise<void>;
  /** Executes these steps on the latest Pix charge. */
  playPix(steps: readonly PixStep[]): Promise<void>;
  /** Plans a fault for the next Pix code: its name, with its parameter after a colon. An empty name plans none. */
  armPix(fault: string): Promise<void>;
  /** Sets whether new boletos have a Pix code. */
  setHybrid(isHybrid: boolean): Promise<void>;
  /** Releases the responses that the shop holds back. */
  releaseShop(): Promise<void>;
}

/** Creates the control of the sandbox and of the shop. The shop's own endpoints are at `storeUrl`. */
export function createSandboxControl(send: ControlClient, storeUrl: string): SandboxControl {
  // The bench keeps the original `fetch`, because a scenario may replace it to simulate a lost network.
  const fetch = globalThis.fetch.bind(globalThis);
  const commandShop = async (command: Record<string, unknown>): Promise<void> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(command) };
    const response = await fetch(`${storeUrl}bancada`, init);
    if (!response.ok) throw new Error(`The shop's server responded ${response.status} to bancada`);
  };
  return {
    async arm(fault) {
      await Promise.all([send('DELETE faults'), commandShop({ fault: null, bankFault: null })]);
      if (fault.at === 'service') await send('POST faults', { operation: 'processPayment', fault: fault.fault, times: 1, ...fault.params });
      if (fault.at === 'shop') await commandShop({ fault: fault.fault });
      if (fault.at === 'bank') await commandShop({ bankFault: fault.fault });
    },
    async playPix(steps) {
      for (const step of steps) {
        if (step === 'return') comeBack();
        else await send('POST pix', { action: step });
      }
    },
    armPix: (fault) => spoilNextCode(send, fault),
    setHybrid: (isHybrid) => commandShop({ isHybrid }),
    releaseShop: () => commandShop({ release: true }),
  };
}

/** Makes the checkout poll the state of the payment, as it does when the shopper returns to the page. */
export function comeBack(): void {
  dispatchEvent(new PageTransitionEvent('pageshow'));
}
