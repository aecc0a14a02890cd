/** Light modules around the symbol on every side, without which many readers find nothing (ISO/IEC 18004, 6.3.8). */
const QUIET_MODULES = 4;

/** A QR symbol as a square drawing of one unit per module. */
export interface QrDrawing {
  /** Modules of a side, quiet zone included. */
  size: number;
  /** Outline of the dark modules, for a `path`: one rectangle for each run in a row. */
  path: string;
}

/** Draws a text. */
export type DrawQr = (text: string) => QrDrawing;

/**
 * Loads what draws QR symbols. Byte mode, since the location in a Pix code is case-sensitive, and error correction L: a screen has no
 * torn corners, and fewer modules are larger ones.
 */
export async function loadQr(): Promise<DrawQr> {
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
