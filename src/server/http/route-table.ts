import type { Endpoint } from './endpoint.js';

/** An endpoint whose pattern fits a path, with what stands in the pattern's braces. */
export interface RouteMatch {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
}

/** Returns a function that lists the endpoints that fit a path below the base path (`cards/1`), in their order, whatever their methods. */
export function createRouteTable(endpoints: readonly Endpoint[]): (path: string) => readonly RouteMatch[] {
  const routes = endpoints.map((endpoint) => ({ endpoint, pattern: endpoint.pattern.split('/') }));
  return (path) => {
    const segments = path.split('/');
    return routes.flatMap(({ endpoint, pattern }) => {
      const params = readParams(pattern, segments);
      return params ? [{ endpoint, params }] : [];
    });
  };
}

/** What a path has in the places of a pattern's braces; `undefined` where it does not fit, or is no text there. */
function readParams(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: [string, string][] = [];
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined && part !== segment) return undefined;
    if (name === undefined) continue;
    const value = decode(segment);
    if (!value) return undefined;
    params.push([name, value]);
  }
  return Object.fromEntries(params);
}

function decode(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    // No identifier has a control character, and not every database takes one.
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
