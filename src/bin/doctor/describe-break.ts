/** What the codes of Node's network errors mean. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no server has this name (DNS)',
  EAI_AGAIN: 'its name cannot be looked up now (DNS)',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'the connection took too long',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
};

/** Says in a few words why no response came. Nothing of the request is in them. */
export function describeBreak(error: unknown, limitMs: number): string {
  const { name, cause }: { name?: unknown; cause?: unknown } = Object(error);
  if (name === 'TimeoutError') return `no response came within ${limitMs / 1000} s`;
  if (name === 'AbortError') return 'it was stopped';
  const { code }: { code?: unknown } = Object(cause);
  if (typeof code !== 'string') return 'the connection broke';
  return REASONS[code] ?? `${describeCode(code)} (${code})`;
}

function describeCode(code: string): string {
  if (/CERT|SIGNATURE/.test(code)) return 'its certificate is not trusted';
  return /TLS|SSL|EPROTO/.test(code) ? 'it does not speak https there, or not in a way that Node does' : 'the connection broke';
}
