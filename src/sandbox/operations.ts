/** First part of the paths that control a sandbox; the service has none below it. */
export const CONTROL_SEGMENT = '__sandbox/';

/** The ways to a token: a login by `POST`, and the three steps of OAuth 2.0. None of them wants a token. */
export type SignInOperation = 'login' | 'authorize' | 'token' | 'refresh';

/** The operations of the service that want a token. */
export type TokenOperation = 'processPayment' | 'tokenizeCard' | 'deleteCard' | 'generatePixQrCode' | 'pixStatus';

/** The operations of the service that the sandbox implements. */
export type Operation = TokenOperation | SignInOperation;

/** An operation found in a path, with the identifier that the path carries, if any. */
interface OperationMatch {
  operation: Operation;
  /** The last path segment, decoded, where the operation may have its identifier there. */
  id?: string;
}

/**
 * Paths below the base URL, as the service's documents name them; the Pix status path is Balcão's documented guess. Of OAuth 2.0 they name
 * what is below `{auth_url}`, which is `auth` here, and of the login nothing: that path is the sandbox's own.
 */
const FIXED_PATHS: Readonly<Record<string, Operation>> = {
  'card/processPayment': 'processPayment',
  'card/tokenize': 'tokenizeCard',
  'card/delete': 'deleteCard',
  'pix/generateQrCode': 'generatePixQrCode',
  'auth/login': 'login',
  'auth/authorize': 'authorize',
  'auth/token': 'token',
  'auth/refresh': 'refresh',
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
  login: ['POST'],
  authorize: ['GET', 'POST'],
  token: ['POST'],
  refresh: ['POST'],
};

const SIGN_IN_OPERATIONS: readonly string[] = ['login', 'authorize', 'token', 'refresh'] satisfies SignInOperation[];

/** True for an operation that issues tokens. */
export function isSignInOperation(operation: Operation): operation is SignInOperation {
  return SIGN_IN_OPERATIONS.includes(operation);
}

/** True for the name of an operation. */
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
