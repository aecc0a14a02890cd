import { CheckoutError } from '../../domain/errors.js';
import { isPixSystem, PIX_SYSTEMS } from '../../domain/pix/status.js';
import { profileSchema } from './profile-schema.js';
import type { ServiceProfile, ServiceProfileInput } from './service-profile.js';

/** The profile where a shop's own says nothing. `pixStatus` is a stated guess: the interface names no path for it. */
export const defaultProfile: ServiceProfile = {
  paths: {
    processPayment: 'card/processPayment',
    tokenizeCard: 'card/tokenize',
    deleteCard: 'card/delete',
    generatePixQrCode: 'pix/generateQrCode',
    pixStatus: 'pix/qrCode/{qrCodeId}',
  },
  deleteCard: { method: 'POST', id: 'body' },
  cardExpiration: 'MM/YY',
  pixRequestNames: 'described',
  pixExpiration: 'iso',
  pixAuthorization: 'bearer',
  pixStatus: {},
  timeLimits: { cardMs: 30_000, otherMs: 15_000 },
};

/** Fills a shop's profile up with the defaults. Throws `invalid-config` that names the part which cannot be used. */
export function createProfile(input?: ServiceProfileInput): ServiceProfile {
  const error = input && profileSchema().safeParse(input).error;
  if (error) {
    const [issue] = error.issues;
    const names = issue?.code === 'unrecognized_keys' ? issue.keys : [];
    const part = ['profile', ...(issue?.path ?? []), ...names].join('.');
    throw new CheckoutError('invalid-config', describeSystem(input) ?? `${part} cannot be used.`);
  }
  return fillProfile(input);
}

/** Fills up with the defaults a profile that was checked elsewhere. */
export function fillProfile(input?: ServiceProfileInput): ServiceProfile {
  return {
    ...defaultProfile,
    ...input,
    paths: { ...defaultProfile.paths, ...input?.paths },
    deleteCard: { ...defaultProfile.deleteCard, ...input?.deleteCard },
    pixStatus: { ...input?.pixStatus },
    timeLimits: { ...defaultProfile.timeLimits, ...input?.timeLimits },
  };
}

/** Says in English which systems there are, where a profile names another; `undefined` where it names none, or one of them. */
function describeSystem({ pixStatus }: ServiceProfileInput): string | undefined {
  const { system } = pixStatus ?? {};
  if (system === undefined || isPixSystem(system)) return undefined;
  return `profile.pixStatus.system cannot be used. Its table has ${PIX_SYSTEMS.join(', ')}.`;
}
