import { createSandbox } from './create-sandbox.js';
import type { Sandbox } from './sandbox.js';

export { createSandbox } from './create-sandbox.js';
export type { SandboxOptions } from './create-sandbox.js';
export type { Sandbox, SandboxState } from './sandbox.js';
export { createMemory } from './memory.js';
export type { SandboxMemory } from './memory.js';
export { createRooms } from './create-sandbox.js';
export type { Rooms } from './create-sandbox.js';
export { faultKinds } from './faults/faults.js';
export type { FaultKind, FaultName, FaultParams } from './faults/faults.js';
export { magicAmounts, magicCards } from './faults/magic.js';
export type { MagicAmount, MagicCard } from './faults/magic.js';
export type { Charge, Peer, PixRecord, RequestRecord, TokenizedCardRecord, WebhookRecord } from './memory.js';
export { signInClient } from './oauth/sign-in.js';
export { signInPlans } from './oauth/sign-in-plans.js';
export type { SignInPlan } from './oauth/sign-in-plans.js';
export type { Operation, SignInOperation, TokenOperation } from './operations.js';
export { pixHost, pixKey } from './pix/pix-charge.js';
export type { PixAction } from './pix/pix-charge.js';
export type { ServiceVariant } from './variant.js';
export type { IssuedToken } from './tokens.js';

/**
 * A sandbox that is ready to use, which your tests can call instead of `fetch`. `const { token } = sandbox.issueToken()` issues a token
 * that the sandbox accepts.
 *
 * @example
 * const { token, environment } = sandbox.issueToken({ expiresIn: 60 });
 * console.log(token.startsWith('sandbox.'), environment); // true 'sandbox'
 */
export const sandbox: Sandbox = /* @__PURE__ */ createSandbox();
