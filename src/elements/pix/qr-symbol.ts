/** Light modules around the symbol on every side, without which many readers find nothing (ISO/IEC 18004, 6.3.8). */
const QUIET_MODULES = 4;

/** A QR symbol as a square drawing of one unit per module. */
export interface QrDrawing {
  /** Modules of a side, quiet zone included. */
  size: number;
  /** Outline of the dark modules, for a `path`: one rectangle for each run in a row. */
  path: string;
}

/**
 * Loads what draws QR symbols. Byte mode, since the location in a Pix code is case-sensitive, and error correction L: a screen has no
 * torn corners, and fewer modules are larger ones.
 */
export async function loadQr(): Promise<(text: string) => QrDrawing> {
  const { create } = await import('qrcode/lib/core/qrcode.js');
  return (text) => {
    const { modules } = create([{ data: text, mode: 'byte' }], { errorCorrectionLevel: 'L' });
    const { size } = modules;
    let path = '';
    for (let row = 0; row < size; row++) {
      for (let column = 0, run = 0; column < size; column += run || 1) {
        for (run = 0; column + run < size && modules.get(row, column + run); run++);
        if (run) path += `M${column + QUIET_MODULES} ${row + QUIET_MODULES}h${run}v1h-${run}z`;
      }
    }
    return { size: size + 2 * QUIET_MODULES, path };
  };
}

/** The QR symbol of an element: loads what draws it, and draws each code once. */
export class QrSymbol {
  readonly #loaded: () => void;
  #isWanted = false;
  /** `null` where it could not be loaded. */
  #draw: ((text: string) => QrDrawing) | null | undefined;
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

  /** The modules of a side of the last drawing. */
  get size(): number | undefined {
    return this.#last?.drawing.size;
  }
}
