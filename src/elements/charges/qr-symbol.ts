/** The width of the quiet zone around the symbol, modules. Many scanners find no symbol without it (ISO/IEC 18004, 6.3.8). */
const QUIET_MODULES = 4;

/** A QR symbol as a square drawing, with one unit per module. */
export interface QrDrawing {
  /** The number of modules of a side, including the quiet zone. */
  size: number;
  /** The dark modules as the `d` of a `<path>`: one rectangle for each run of them in a row. */
  path: string;
}

/**
 * Loads the function that draws QR symbols. They are in byte mode, since the location in a Pix code is case-sensitive. They have error
 * correction L: a screen is never torn or dirty, and fewer modules are larger.
 */
export async function loadQr(): Promise<(text: string) => QrDrawing> {
  const { create } = await import('qrcode/lib/core/qrcode.js');
  const options = { errorCorrectionLevel: 'L' } as const;
  // The library reads options that are not given, and an old library of the page may have put such a name into `Object.prototype`.
  Object.setPrototypeOf(options, null);
  return (text) => {
    const { modules } = create([{ data: text, mode: 'byte' }], options);
    const { size } = modules;
    const runs: string[] = [];
    for (let row = 0; row < size; row++) {
      for (let column = 0, run = 0; column < size; column += run || 1) {
        for (run = 0; column + run < size && modules.get(row, column + run); run++);
        if (run) runs.push(`M${column + QUIET_MODULES} ${row + QUIET_MODULES}h${run}v1h-${run}z`);
      }
    }
    return { size: size + 2 * QUIET_MODULES, path: runs.join('') };
  };
}

/** The QR symbol of an element. Loads the function that draws it, and draws each code once. */
export class QrSymbol {
  readonly #loaded: () => void;
  #isWanted = false;
  /** The function that draws symbols; `undefined` until it is loaded, `null` if it cannot be loaded. */
  #draw: ((text: string) => QrDrawing) | null | undefined;
  #last: { text: string; drawing: QrDrawing } | undefined;

  /** `loaded` is called once the function that draws symbols is loaded or cannot be loaded. */
  constructor(loaded: () => void) {
    this.#loaded = loaded;
  }

  /** Starts to load the function that draws symbols. */
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

  /** Draws a code. Returns `undefined` while the function for it is loading, and `null` if that cannot be loaded. */
  draw(text: string): QrDrawing | null | undefined {
    if (!this.#draw) return this.#draw;
    if (this.#last?.text !== text) this.#last = { text, drawing: this.#draw(text) };
    return this.#last.drawing;
  }

  /** The number of modules of a side of the last drawing. */
  get size(): number | undefined {
    return this.#last?.drawing.size;
  }
}
