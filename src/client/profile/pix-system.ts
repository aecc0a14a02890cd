import { isPixSystem, PIX_SYSTEMS } from '../../domain/pix/status.js';
import type { ServiceProfileInput } from './service-profile.js';

/** Says in English which systems there are, where a profile names another; `undefined` where it names none, or one of them. */
export function describeSystem({ pixStatus }: ServiceProfileInput): string | undefined {
  const { system } = pixStatus ?? {};
  if (system === undefined || isPixSystem(system)) return undefined;
  return `profile.pixStatus.system cannot be used. Its table has ${PIX_SYSTEMS.join(', ')}.`;
}
