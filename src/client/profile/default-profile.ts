import { CheckoutError } from '../../domain/errors.js';
import { isPixSystem, PIX_SYSTEMS } from '../../domain/pix/pix-systems.js';
import { profileSchema } from './profile-schema.js';
import type { ServiceProfile, ServiceProfileInput } from './service-profile.js';

/** The default profile. Its `pixStatus` path is a guess, since the interface names no path for it. */
export const defaultProfile: ServiceProfile = {
  paths: {
    processPayment: 'card/processPayment',
    tokenizeCard: 'card/tokenize',
    deleteCard: 'card/delete',
    generatePixQrCode: 'pix/generateQrCode',
    pixStatus: 'pix/qrCode/{qrCodeId}',
  },
  deleteCard: { method: 'POST', id: 'body' },
  holderName: 'required',
  cardExpiration: 'MM/YY',
  pixRequestNames: 'described',
  pixExpiration: 'iso',
  pixAuthorization: 'bearer',
  pixStatus: {},
  timeLimits: { cardMs: 30_000, otherMs: 15_000 },
};

/** Validates a shop's profile and fills in the defaults. Throws `invalid-config` that names the invalid part. */
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

/** Fills the defaults into a profile that was validated elsewhere. */
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

/** Describes in English the known systems, if a profile names an unknown one. Otherwise returns `undefined`. */
function describeSystem({ pixStatus }: ServiceProfileInput): string | undefined {
  const { system } = pixStatus ?? {};
  if (system === undefined || isPixSystem(system)) return undefined;
  return `profile.pixStatus.system cannot be used. Its table has ${PIX_SYSTEMS.join(', ')}.`;
}
