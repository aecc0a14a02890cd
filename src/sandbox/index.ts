import { createSandbox } from './create-sandbox.js';
import type { Sandbox } from './sandbox.js';

export { createSandbox } from './create-sandbox.js';
export type { SandboxOptions } from './create-sandbox.js';
export type { Sandbox, SandboxState } from './sandbox.js';
export { createMemory } from './state/memory.js';
export type { SandboxMemory } from './state/memory.js';
export { createRooms } from './state/rooms.js';
export type { Rooms } from './state/rooms.js';
export { faultKinds } from './faults/faults.js';
export type { FaultKind, FaultName, FaultParams } from './faults/faults.js';
export { magicAmounts, magicCards } from './faults/magic.js';
export type { MagicAmount, MagicCard } from './faults/magic.js';
export type { Charge, Peer, PixRecord, RequestRecord, TokenizedCardRecord, WebhookRecord } from './state/ledger.js';
export { signInClient } from './oauth/sign-in-client.js';
export { signInPlans } from './oauth/sign-in-plans.js';
export type { SignInPlan } from './oauth/sign-in-plans.js';
export type { Operation, SignInOperation, TokenOperation } from './operations.js';
export { pixHost, pixKey } from './pix/pix-text.js';
export type { PixAction } from './pix/pix-life.js';
export type { ServiceVariant } from './variant.js';
export type { IssuedToken } from './state/tokens.js';

/**
 * A sandbox that is ready to use instead of `fetch` in a test of your own. `const { token } = sandbox.issueToken()` issues a token that it
 * accepts.
 */
export const sandbox: Sandbox = /* @__PURE__ */ createSandbox();
