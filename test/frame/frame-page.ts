import type { CardState } from '../../src/channel/card-state.js';
import { frameMessageSchema, type FrameMessage, type FrameMessageOf } from '../../src/channel/frame-message.js';
import type { PageMessage, PageMessageOf } from '../../src/channel/page-message.js';
import type { FrameConfig } from '../../src/frame/config.js';
import { CardFields } from '../../src/frame/card-fields.js';
import { completeFields, Session } from '../../src/frame/session.js';
import { FakeClock } from '../support/fake-clock.js';
import { waitUntil } from '../support/wait-until.js';

/** A public test card, as a shopper types it. */
export const CARD = { number: '4111 1111 1111 1111', expirationDate: '12/30', securityCode: '123', holderName: 'ANA SOUZA' };

/** What is due, unless a test says otherwise. */
const TERMS = { amount: 14_990, installments: 1, whoPaysFee: 'merchant' } as const;

/** What a page says of its form, unless a test says otherwise. */
const FORM: Omit<PageMessageOf<'form'>, 'type'> = {
  language: 'pt-BR',
  texts: {},
  acceptedBrands: null,
  isBusy: false,
  isDisabled: false,
  canBeEmpty: false,
};

/** The fields of a frame in the test's own page, with a channel whose other end is the test's. */
export class FramePage {
  readonly fields = new CardFields();
  /** Takes the focus that leaves the last field: a Tab out of the page would take the focus from the page, which Firefox does not give back. */
  readonly #next = document.createElement('button');
  readonly clock = new FakeClock(Date.now());
  /** What the frame has said, oldest first. */
  readonly messages: FrameMessage[] = [];
  readonly #port: MessagePort;
  readonly #config: FrameConfig;
  #session: Session | undefined;
  #turn = 0;

  private constructor(config: FrameConfig, port: MessagePort) {
    this.#config = config;
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<unknown>) => this.messages.push(frameMessageSchema().parse(data));
  }

  /** Opens a frame and waits until it says that it is ready. */
  static async open(config: Partial<FrameConfig> = {}): Promise<FramePage> {
    if (!customElements.get('balcao-card-fields')) customElements.define('balcao-card-fields', CardFields);
    const { port1, port2 } = new MessageChannel();
    const page = new FramePage({ service: 'https://service.test/', origins: [location.origin], ...config }, port1);
    document.body.append(page.fields, page.#next);
    completeFields(page.fields);
    page.#session = new Session({ fields: page.fields, config: page.#config, port: port2, clock: page.clock });
    page.#session.start();
    await page.wait('ready');
    return page;
  }

  remove(): void {
    this.#port.close();
    this.fields.remove();
    this.#next.remove();
    document.documentElement.removeAttribute('lang');
    document.documentElement.style.colorScheme = '';
  }

  /** Says anything to the frame. */
  post(message: unknown, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  send(message: PageMessage): void {
    this.post(message);
  }

  sendForm(changes: Partial<typeof FORM> = {}): void {
    this.send({ type: 'form', ...FORM, ...changes });
  }

  /** All that the frame has said of a kind. */
  all<Type extends FrameMessage['type']>(type: Type): FrameMessageOf<Type>[] {
    return this.messages.filter((message): message is FrameMessageOf<Type> => message.type === type);
  }

  /** The last word of a kind, once there are `count` of them. */
  async wait<Type extends FrameMessage['type']>(type: Type, count = 1): Promise<FrameMessageOf<Type>> {
    await waitUntil(() => this.all(type).length >= count, `${count} ${type}`);
    const found = this.all(type)[count - 1];
    if (!found) throw new Error(type);
    return found;
  }

  /** What the frame says of its card now: all that was sent to it before is done by then. */
  async check(): Promise<CardState> {
    const turn = (this.#turn += 1);
    this.send({ type: 'check', turn });
    const isIt = (message: FrameMessage): boolean => message.type === 'state' && message.turn === turn;
    await waitUntil(() => this.messages.some(isIt), `the state of turn ${turn}`);
    const found = this.messages.find(isIt);
    if (found?.type !== 'state') throw new Error('state');
    return found.state;
  }

  /** How many messages the frame has dropped. */
  async countDropped(): Promise<number> {
    await this.check();
    return this.#session?.droppedCount ?? Number.NaN;
  }

  input(name: keyof typeof CARD): HTMLInputElement {
    const input = this.fields.shadowRoot?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!input) throw new Error(name);
    return input;
  }

  /** Fills fields as an extension of the browser does: by events that code has made. */
  fill(card: Partial<typeof CARD> = CARD): void {
    for (const name of ['number', 'expirationDate', 'securityCode', 'holderName'] as const) {
      const text = card[name];
      if (text === undefined) continue;
      this.input(name).value = text;
      this.input(name).dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' }));
    }
  }

  /** What is in the fields. */
  get texts(): string[] {
    return this.fields.typedTexts;
  }

  async prepare(id: string, cardId?: string): Promise<void> {
    const count = this.all('prepared').length;
    this.send({ type: 'prepare', id, ...(cardId !== undefined && { cardId }) });
    await this.wait('prepared', count + 1);
  }

  /** Sends `go` for what is prepared. */
  go(id: string, changes: Partial<Omit<PageMessageOf<'go'>, 'type' | 'id'>> = {}): void {
    this.send({ type: 'go', id, token: 'token-1', deadline: this.clock.now() + 5000, ...TERMS, ...changes });
  }
}
