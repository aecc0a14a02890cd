import type { OpenTabChannel, TabChannel } from '../../../src/flow/browser/tab-channel.js';
import type { TabLocks } from '../../../src/flow/order/order-tabs.js';

interface Request {
  readonly tab: object;
  readonly name: string;
  readonly isShared: boolean;
  readonly grant: () => void;
}

/** Web Locks of one browser, by tab: a tab that dies lets go of all it holds. */
export class FakeLocks {
  readonly #held = new Set<Request>();
  #waiting: Request[] = [];

  /** The locks as one tab sees them. */
  of(tab: object): TabLocks {
    return {
      request: (name, { mode = 'exclusive', ifAvailable = false, signal }, callback) =>
        new Promise((resolve, reject) => {
          const request: Request = {
            tab,
            name,
            isShared: mode === 'shared',
            grant: () => {
              this.#held.add(request);
              const end = (): void => {
                this.#held.delete(request);
                this.#grantWaiting();
              };
              Promise.resolve(callback({ name })).then(resolve, reject).finally(end);
            },
          };
          if (this.#isFree(request)) return request.grant();
          if (ifAvailable) return void Promise.resolve(callback(null)).then(resolve, reject);
          this.#waiting.push(request);
          signal?.addEventListener('abort', () => {
            this.#waiting = this.#waiting.filter((waiting) => waiting !== request);
            reject(new DOMException('Given up', 'AbortError'));
          });
        }),
    };
  }

  /** Lets go of all that a tab holds or waits for, as a browser does when the tab dies. */
  kill(tab: object): void {
    for (const request of this.#held) if (request.tab === tab) this.#held.delete(request);
    this.#waiting = this.#waiting.filter((request) => request.tab !== tab);
    this.#grantWaiting();
  }

  /** Names of the locks that are held. */
  get heldNames(): string[] {
    return [...this.#held].map(({ name }) => name);
  }

  /** How many requests wait. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  #isFree({ name, isShared }: Request): boolean {
    return [...this.#held].every((held) => held.name !== name || (held.isShared && isShared));
  }

  #grantWaiting(): void {
    for (const request of this.#waiting) {
      if (!this.#isFree(request)) continue;
      this.#waiting = this.#waiting.filter((waiting) => waiting !== request);
      request.grant();
    }
  }
}

type MessageListener = (event: MessageEvent<unknown>) => void;

/** Broadcast channels of one browser. */
export class FakeChannels {
  readonly #open = new Map<object, Set<MessageListener>>();

  /** How many channels are open. */
  get openCount(): number {
    return this.#open.size;
  }

  readonly open: OpenTabChannel = () => {
    const listeners = new Set<MessageListener>();
    const channel: TabChannel = {
      postMessage: (data) => {
        const others = [...this.#open].filter(([other]) => other !== channel);
        for (const [, heard] of others) for (const listener of heard) listener(new MessageEvent('message', { data }));
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      close: () => void this.#open.delete(channel),
    };
    this.#open.set(channel, listeners);
    return channel;
  };
}
