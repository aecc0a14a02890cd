/**
 * The mark of Pix on a grid of 24: the path of four rounded arms around a middle, to be turned by 45 degrees. A drawing of our own, not the Central
 * Bank's trademark.
 */
export const PIX_ARMS =
  'M5 7.4A2.4 2.4 0 0 1 7.4 5h1.4A2.4 2.4 0 0 1 11.2 7.4v3.8H7.4A2.4 2.4 0 0 1 5 8.8zM19 7.4A2.4 2.4 0 0 0 16.6 5h-1.4a2.4 2.4 0 0 0-2.4 2.4v3.8h3.8A2.4 2.4 0 0 0 19 8.8zM5 16.6A2.4 2.4 0 0 0 7.4 19h1.4a2.4 2.4 0 0 0 2.4-2.4v-3.8H7.4A2.4 2.4 0 0 0 5 15.2zM19 16.6a2.4 2.4 0 0 1-2.4 2.4h-1.4a2.4 2.4 0 0 1-2.4-2.4v-3.8h3.8a2.4 2.4 0 0 1 2.4 2.4z';
