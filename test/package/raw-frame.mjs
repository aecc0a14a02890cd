/** A page that stands where the frame of card fields should, for a page that is ours: it says what it likes. */
import { forgeMessages } from './forged-messages.mjs';

const { service } = document.documentElement.dataset;
const TIME_LIMITS = { cardMs: 30_000, otherMs: 15_000 };

/** What is said of a whole card. */
function createState(last4) {
  return { brand: 'visa', hasNumber: true, isTyped: true, last4, wrong: [], marked: [] };
}

/** The end of the channel in this page, once it was handed over. */
class Line {
  heard = [];
  last4 = '1111';
  #port;
  #waiting = new Set();

  constructor(port) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      this.heard.push(data);
      if (data.type === 'check') this.say({ type: 'state', state: createState(this.last4), turn: data.turn });
      for (const look of this.#waiting) look();
    };
  }

  say(message, ports = []) {
    this.#port.postMessage(message, ports);
  }

  /** Says what our frame says at first. */
  greet(changes = {}) {
    this.say({ type: 'hello', protocol: 1, build: 'x', service, timeLimits: TIME_LIMITS, ...changes });
    this.sayState(this.last4);
    this.say({ type: 'ready' });
  }

  sayState(last4) {
    this.last4 = last4;
    this.say({ type: 'state', state: createState(last4) });
  }

  /** The next message of a type, of those from `from` on. */
  hear(type, from = 0) {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.heard.slice(from).find((message) => message.type === type);
        if (!found) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Says forged messages, and then that the card ends in `last4`, by which the page is seen to have read them all. */
  flood(options, last4) {
    for (const message of forgeMessages(options)) {
      try {
        this.say(message);
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'DataCloneError')) throw error;
      }
    }
    this.sayState(last4);
  }
}

globalThis.lines = [];
addEventListener('message', ({ data, ports: [port] }) => {
  if (data?.balcao === 'card-fields' && port) globalThis.lines.push(new Line(port));
});
