import { isClassic } from '../support/classic-script.js';

/** How a folder of the test server has `dist`. */
export interface DistCopyOptions {
  /** What it says its version is; by default this one. */
  version?: string;
  /** Lazy files that wait until this is changed, by the beginning of their names. */
  held?: readonly string[];
  /** Lazy files that are not there, by the beginning of their names. */
  gone?: readonly string[];
  /** Whether pages of other origins may read it; by default they may. */
  hasCors?: boolean;
}

/** `dist` in a folder of its own, as another shop's server, or another version, has it. */
export class DistCopy {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async open(options: DistCopyOptions = {}): Promise<DistCopy> {
    return new DistCopy(await send('/__acceptance/copies', options));
  }

  /** The address of the folder, on the page's own origin or on another one, which is the same server by another name. */
  base(origin: 'own' | 'other'): string {
    const url = new URL(this.#url, location.href);
    if (origin === 'other') url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    return url.href;
  }

  /** The address of its module. */
  get script(): string {
    return `${this.#url}balcao.js`;
  }

  /** The tag that loads it, by the script of this run. */
  get tag(): string {
    return isClassic() ? `<script src="${this.#url}balcao.min.js"></script>` : `<script type="module" src="${this.script}"></script>`;
  }

  /** Sets what is given; requests that wait for it go on. */
  async change(options: DistCopyOptions): Promise<void> {
    await send(this.#url.replace(/\/$/, ''), options);
  }
}

async function send(url: string, options: DistCopyOptions): Promise<string> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(options) });
  const answer: { url: string } = await response.json();
  return answer.url;
}
