/** The operations of the service that the sandbox implements. */
export type Operation = 'processPayment' | 'tokenizeCard' | 'deleteCard' | 'generatePixQrCode' | 'pixStatus';

/** An operation found in a path, with the identifier that the path carries, if any. */
export interface OperationMatch {
  operation: Operation;
  /** The last path segment, decoded, where the operation may have its identifier there. */
  id?: string;
}

/** Paths below the base URL, as the service's documents name them; the Pix status path is Balcão's documented guess. */
const FIXED_PATHS: Readonly<Record<string, Operation>> = {
  'card/processPayment': 'processPayment',
  'card/tokenize': 'tokenizeCard',
  'card/delete': 'deleteCard',
  'pix/generateQrCode': 'generatePixQrCode',
};

const ID_PATHS: readonly (readonly [RegExp, Operation])[] = [
  [/^card\/delete\/([^/]+)$/, 'deleteCard'],
  [/^pix\/qrCode\/([^/]+)$/, 'pixStatus'],
];

/** HTTP methods that each operation accepts; any other is 405. */
export const HTTP_METHODS: Readonly<Record<Operation, readonly string[]>> = {
  processPayment: ['POST'],
  tokenizeCard: ['POST'],
  deleteCard: ['POST', 'DELETE'],
  generatePixQrCode: ['POST'],
  pixStatus: ['GET'],
};

/** Whether a word names an operation. */
export function isOperation(word: unknown): word is Operation {
  return typeof word === 'string' && Object.hasOwn(HTTP_METHODS, word);
}

/** The operation of a path below the base URL; `undefined` where the service has none. */
export function parseOperation(path: string): OperationMatch | undefined {
  const fixed = Object.hasOwn(FIXED_PATHS, path) ? FIXED_PATHS[path] : undefined;
  if (fixed) return { operation: fixed };
  for (const [pattern, operation] of ID_PATHS) {
    const id = pattern.exec(path)?.[1];
    if (id !== undefined) return { operation, id: decodeSegment(id) };
  }
  return undefined;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
