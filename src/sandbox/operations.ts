/** The prefix of the paths that control a sandbox. No path of the service begins with it. */
export const CONTROL_SEGMENT = '__sandbox/';

/** An operation that leads to a token: a login by `POST`, or one of the three steps of OAuth 2.0. It requires no token. */
export type SignInOperation = 'login' | 'authorize' | 'token' | 'refresh';

/** An operation of the service that requires a token. */
export type TokenOperation = 'processPayment' | 'tokenizeCard' | 'deleteCard' | 'generatePixQrCode' | 'pixStatus';

/** An operation of the service that the sandbox implements. */
export type Operation = TokenOperation | SignInOperation;

/** The operation of a path, and the identifier in the path if there is one. */
interface OperationMatch {
  operation: Operation;
  /** The last path segment, decoded; absent if the path has no identifier. */
  id?: string;
}

/**
 * The paths without an identifier, relative to the base URL. The service's documents name them, with two exceptions: they place the paths
 * of OAuth 2.0 below an `{auth_url}`, which is `auth` in the sandbox, and they do not name the path of the login, which is the sandbox's
 * own.
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

/** The paths that end with an identifier. The documents do not name the path of the Pix status: this one is Balcão's documented guess. */
const ID_PATHS: readonly (readonly [RegExp, Operation])[] = [
  [/^card\/delete\/([^/]+)$/, 'deleteCard'],
  [/^pix\/qrCode\/([^/]+)$/, 'pixStatus'],
];

/** The HTTP methods that each operation accepts. The response to any other method is 405. */
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

/** The size limit of a request's body, characters. */
export const MAX_BODY_CHARACTERS = 65_536;

/** Returns whether an operation is one of those that lead to a token. */
export function isSignInOperation(operation: Operation): operation is SignInOperation {
  return SIGN_IN_OPERATIONS.includes(operation);
}

/** Returns whether a value is the name of an operation. */
export function isOperation(word: unknown): word is Operation {
  return typeof word === 'string' && Object.hasOwn(HTTP_METHODS, word);
}

/** Returns the operation of a path, relative to the base URL; `undefined` if the service does not have the path. */
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
