import { loadQr, type DrawQr, type QrDrawing } from './qr-path.js';

/** The QR symbol of an element: loads what draws it, and draws each code once. */
export class QrSymbol {
  readonly #loaded: () => void;
  #isWanted = false;
  /** `null` where it could not be loaded. */
  #draw: DrawQr | null | undefined;
  #last: { text: string; drawing: QrDrawing } | undefined;

  /** `loaded` is called once what draws is there, or could not be loaded. */
  constructor(loaded: () => void) {
    this.#loaded = loaded;
  }

  /** Loads what draws. */
  load(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    void loadQr()
      .catch(() => null)
      .then((draw) => {
        this.#draw = draw;
        this.#loaded();
      });
  }

  /** The drawing of a code; `undefined` while what draws is loaded, `null` where it could not be loaded. */
  draw(text: string): QrDrawing | null | undefined {
    if (!this.#draw) return this.#draw;
    if (this.#last?.text !== text) this.#last = { text, drawing: this.#draw(text) };
    return this.#last.drawing;
  }

  /** Modules of a side of what was drawn last. */
  get size(): number | undefined {
    return this.#last?.drawing.size;
  }
}
