/** The part of `qrcode` that makes the matrix and draws nothing: its own types cover the whole package alone. */
declare module 'qrcode/lib/core/qrcode.js' {
  /** Makes the symbol of some segments, in the smallest version that holds them. */
  export function create(
    segments: readonly { data: string; mode: 'byte' }[],
    options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' },
  ): { modules: { size: number; get(row: number, column: number): number } };
}
