import { spoilNextCode } from '../../src/bin/sandbox/panel/pix-section.js';
import type { PixAction } from 'balcao/sandbox';
import type { ControlClient } from '../../src/bin/sandbox/panel/control-client.js';
import type { DemoFault } from './faults.js';

/** One step in the life of a Pix charge; with `return` the shopper comes back from the bank's app. */
export type PixStep = PixAction | 'return';

/** Controls the sandbox and the shop's server of this demo. A real service has nothing of the kind. */
export interface SandboxControl {
  /** Makes the next charge meet this fault, and no other. */
  arm(fault: DemoFault): Promise<void>;
  /** Plays these steps with the latest Pix charge. */
  playPix(steps: readonly PixStep[]): Promise<void>;
  /** Spoils the next Pix code by the name of a fault, with its parameter after a colon; an empty name spoils none. */
  armPix(fault: string): Promise<void>;
  /** Lets responses of the shop go out that are held back. */
  releaseShop(): Promise<void>;
}

/** Creates the control of the sandbox and of the shop, whose own endpoints are at `storeUrl`. */
export function createSandboxControl(send: ControlClient, storeUrl: string): SandboxControl {
  // The bench keeps its own connection: a scenario may simulate a lost network.
  const fetch = globalThis.fetch.bind(globalThis);
  const commandShop = async (command: Record<string, unknown>): Promise<void> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(command) };
    const response = await fetch(`${storeUrl}bancada`, init);
    if (!response.ok) throw new Error(`The shop's server responded ${response.status} to bancada`);
  };
  return {
    async arm(fault) {
      await Promise.all([send('DELETE faults'), commandShop({ fault: null })]);
      if (fault.at === 'service') await send('POST faults', { operation: 'processPayment', fault: fault.fault, times: 1, ...fault.params });
      if (fault.at === 'shop') await commandShop({ fault: fault.fault });
    },
    async playPix(steps) {
      for (const step of steps) {
        if (step === 'return') comeBack();
        else await send('POST pix', { action: step });
      }
    },
    armPix: (fault) => spoilNextCode(send, fault),
    releaseShop: () => commandShop({ release: true }),
  };
}

/** Has the checkout ask how things stand, as when the shopper comes back to the page. */
export function comeBack(): void {
  dispatchEvent(new PageTransitionEvent('pageshow'));
}
