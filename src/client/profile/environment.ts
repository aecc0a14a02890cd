import * as z from 'zod/mini';
import { CheckoutError } from '../../domain/errors.js';
import { createSchema } from '../../domain/schema.js';

/** The environment of a service: `sandbox` is for tests, and `live` moves money. */
export type Environment = 'sandbox' | 'live';

/** The source of a service's environment. */
export type EnvironmentSource = 'profile.environment' | 'the token answer' | 'frame-url';

/** The schema of an environment. */
export const environmentSchema = createSchema(() => z.literal(['sandbox', 'live']));

/**
 * Describes in English that the service has another environment than the page, or an unknown environment, and how to fix this. Returns
 * `undefined` if the environments are equal, or if the page or the service names no environment.
 */
export function describeMismatch(wanted: Environment | undefined, said: string | undefined, source: EnvironmentSource): string | undefined {
  if (wanted === undefined || said === undefined || wanted === said) return undefined;
  const [word, fix] = isEnvironment(said)
    ? [`"${said}"`, `Give the address, profile and tokens of the ${wanted} service, or set environment="${said}"`]
    : ['neither "sandbox" nor "live"', 'Correct its environment, or leave it out'];
  return `environment="${wanted}" does not fit the service: ${source} says ${word}. Nothing is sent. ${fix}.`;
}

/** Throws `invalid-config` if `describeMismatch` finds a problem, or if `wanted` is not an environment. */
export function assertEnvironment(wanted: Environment | undefined, said: string | undefined, source: EnvironmentSource): void {
  const problem =
    wanted === undefined || isEnvironment(wanted)
      ? describeMismatch(wanted, said, source)
      : 'environment cannot be used. Give "sandbox" or "live", or leave it out.';
  if (problem) throw new CheckoutError('invalid-config', problem);
}

/** True if a word is an environment. */
export function isEnvironment(word: string): word is Environment {
  return environmentSchema().safeParse(word).success;
}
