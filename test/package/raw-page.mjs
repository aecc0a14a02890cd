/** A page that is not ours, for a frame that is: it says whatever it likes, through the channel and beside it. */
import { forgeMessages } from './forged-messages.mjs';

const HANDOVER = { balcao: 'card-fields', protocols: [1] };

/** What our page says at last. */
function createGo(id, token, changes = {}) {
  return { type: 'go', id, token, deadline: Date.now() + 3_600_000, amount: 14_990, installments: 1, whoPaysFee: 'merchant', ...changes };
}

/** One port whose other end was handed over. */
class Line {
  said = [];
  heard = [];
  /** What a question for a token is answered by; `undefined` for not at all. */
  renewedToken = null;
  #port;
  #waiting = new Set();
  #turn = 0;

  constructor(port) {
    this.#port = port;
    port.onmessage = ({ data }) => {
      this.heard.push(data);
      if (data.type === 'token-needed' && this.renewedToken !== undefined)
        this.say({ type: 'token', id: data.id, token: this.renewedToken });
      for (const look of this.#waiting) look();
    };
  }

  say(message, ports = []) {
    this.said.push(message);
    this.#port.postMessage(message, ports);
  }

  /** The first message from `from` on that is so, once it has come. */
  hear(isIt, from = 0) {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.heard.slice(from).find(isIt);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  hearType(type) {
    return this.hear((message) => message.type === type);
  }

  /** What the frame says of its card: all that was said to it before is done by then. */
  async check() {
    this.#turn += 1;
    const turn = 1_000_000 + this.#turn;
    this.say({ type: 'check', turn });
    const { state } = await this.hear((message) => message.type === 'state' && message.turn === turn);
    return state;
  }

  /** Asks whether a card can be charged. */
  prepare(id, more = {}) {
    const from = this.heard.length;
    this.say({ type: 'prepare', id, ...more });
    return this.hear((message) => message.id === id && ['prepared', 'not-sent'].includes(message.type), from);
  }

  sayGo(id, token, changes = {}) {
    this.say(createGo(id, token, changes));
  }

  /** What calls are told by the time that the frame has read these messages, as `TYPE ID` each. */
  async exchange(messages) {
    const from = this.heard.length;
    for (const message of messages) this.say(message);
    await this.check();
    return this.heard.slice(from).flatMap(({ type, id }) => (id === undefined ? [] : [`${type} ${id}`]));
  }

  /** Asks until no call runs any more that a question would be out of turn beside. */
  async prepareOnceFree(id) {
    const from = this.heard.length;
    const isAnswered = () => this.heard.slice(from).some((message) => message.id === id);
    while (!isAnswered()) {
      this.say({ type: 'prepare', id });
      await this.check();
    }
  }

  /** Waits for what a charge comes to. */
  hearEnd(id, from = 0) {
    return this.hear((message) => message.id === id && ['outcome', 'not-sent'].includes(message.type), from);
  }

  /** Charges as our page does. */
  async pay(id, token, changes = {}) {
    const answer = await this.prepare(id);
    if (answer.type !== 'prepared') return answer;
    const from = this.heard.length;
    this.sayGo(id, token, changes);
    return this.hearEnd(id, from);
  }

  /** Says so many forged messages at once. Returns what the frame says of its card afterwards, and how many messages it has dropped by then. */
  async flood(options) {
    for (const message of forgeMessages(options)) {
      try {
        const ports = Math.floor(Math.abs(Math.sin(this.said.length)) * 50) === 0 ? [new MessageChannel().port1] : [];
        this.#port.postMessage(message, ports);
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'DataCloneError')) throw error;
      }
    }
    return this.check();
  }
}

/** Puts a frame into this page and waits until it has loaded. */
function openFrame(url) {
  const iframe = document.createElement('iframe');
  iframe.allow = 'autofill';
  iframe.src = url;
  return new Promise((resolve) => {
    iframe.addEventListener('load', () => resolve(iframe), { once: true });
    document.body.append(iframe);
  });
}

/** Hands a port over to a window, in a message of any kind, with more ports or none. Returns the line to it. */
function handOver(target, origin, { message = HANDOVER, more = [] } = {}) {
  const { port1, port2 } = new MessageChannel();
  target.postMessage(message, origin, [port2, ...more]);
  return new Line(port1);
}

/** Opens a frame and talks to it as the page around it may. */
async function connect(url) {
  const iframe = await openFrame(url);
  const line = handOver(iframe.contentWindow, new URL(url).origin);
  await line.hearType('ready');
  return line;
}

Object.assign(globalThis, { openFrame, handOver, connect, createGo });
