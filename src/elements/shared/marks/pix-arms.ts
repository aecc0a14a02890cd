/**
 * The mark of Pix, as a path of four rounded arms around the middle of a grid of 24. It is drawn with a rotation of 45 degrees. It is our
 * own drawing, not the trademark of the Central Bank.
 */
export const PIX_ARMS =
  'M5 7.4A2.4 2.4 0 0 1 7.4 5h1.4A2.4 2.4 0 0 1 11.2 7.4v3.8H7.4A2.4 2.4 0 0 1 5 8.8zM19 7.4A2.4 2.4 0 0 0 16.6 5h-1.4a2.4 2.4 0 0 0-2.4 2.4v3.8h3.8A2.4 2.4 0 0 0 19 8.8zM5 16.6A2.4 2.4 0 0 0 7.4 19h1.4a2.4 2.4 0 0 0 2.4-2.4v-3.8H7.4A2.4 2.4 0 0 0 5 15.2zM19 16.6a2.4 2.4 0 0 1-2.4 2.4h-1.4a2.4 2.4 0 0 1-2.4-2.4v-3.8h3.8a2.4 2.4 0 0 1 2.4 2.4z';
