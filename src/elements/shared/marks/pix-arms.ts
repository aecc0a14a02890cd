/**
 * The mark of Pix, as a path on a grid of 24: a diamond in four pieces, with gaps that are open at 18 px. It is our own drawing, not the
 * trademark of the Central Bank.
 */
export const PIX_ARMS =
  'M10 3q2-2 4 0l3.8 3.8h-1.5q-.4 0-1 .6L12 10.7 8.7 7.4q-.6-.6-1-.6H6.2zM3 10l1.4-1.4H7q.3 0 .9.7l2.8 2.7-2.8 2.7q-.6.7-.9.7H4.4L3 14q-2-2 0-4zM10 21q2 2 4 0l3.8-3.8h-1.5q-.4 0-1-.6L12 13.3l-3.3 3.3q-.6.6-1 .6H6.2zM21 10l-1.4-1.4H17q-.3 0-.9.7L13.3 12l2.8 2.7q.6.7.9.7h2.6L21 14q2-2 0-4z';
