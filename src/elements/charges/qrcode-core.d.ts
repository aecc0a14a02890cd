/** The part of `qrcode` that creates the matrix of a symbol. Its own types describe only the whole package. */
declare module 'qrcode/lib/core/qrcode.js' {
  /** Creates the symbol of some segments, in the smallest version that has room for them. */
  export function create(
    segments: readonly { data: string; mode: 'byte' }[],
    options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' },
  ): { modules: { size: number; get(row: number, column: number): number } };
}
