import { systemClock } from '../../client/system-clock.js';
import type { ChargeOptions, PaymentsClient } from '../../client/payments-client.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { Brand } from '../../domain/card/brands.js';
import { CheckoutError } from '../../domain/errors.js';
import type { FeePayer, Method } from '../../domain/payment.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { ChargeIntent, LearnedCard } from '../../flow/order/charge-intent.js';
import { askPage, WAIT_LIMIT_MS } from './before-pay.js';
import type { OrderController } from './order-controller.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';

/** A payment that the shopper has filled in and that may be sent. */
export interface PaymentDraft {
  method: Exclude<Method, 'pix'>;
  installments: number;
  whoPaysFee: FeePayer;
  brand?: Brand;
  last4?: string;
  cardId?: string;
  /** Sends the charge. `amountCents` is what is paid. */
  charge(client: PaymentsClient, amountCents: number, options: DraftOptions): Promise<ChargeResult>;
}

/** What sending a draft takes beside the amount. */
export interface DraftOptions extends ChargeOptions {
  /** Told of the `cardId` of a card that was tokenized on the way, before the charge is sent. */
  tokenized: (cardId: string) => void;
}

/** Where a payment comes from: the element in which the shopper fills it in. */
export interface PaymentSource {
  /** Settles when every part of the form is there. */
  ready(): Promise<unknown>;
  /** Checks what was filled in; marks and names the wrong fields. */
  validate(): PaymentDraft | { fields: string[] };
  /** Marks the choice of a plan as wrong, or takes that back. */
  markPlan?(isWrong: boolean): void;
  /** Told of each outcome before its event is sent. `wasSent`: whether card data left the page. The page is not left before its promise. */
  settled(outcome: PaymentOutcome, wasSent: boolean): Promise<void> | void;
}

/** What paying needs of the element. */
export interface PayingContext {
  host: SettingsHost;
  settings: SettingsController;
  order: OrderController;
  source: PaymentSource;
  loadClient: () => Promise<PaymentsClient>;
  /** Whether the shopper has said that no Pix was paid. */
  isPixDenied: boolean;
  /** Aborted when the element leaves the page. */
  signal: AbortSignal;
}

/** What paying came to. */
export interface Payment {
  outcome: PaymentOutcome;
  /** Whether card data left the page. */
  wasSent: boolean;
  /** Whether this outcome is the answer of a charge of this call; else the order was closed before, or nothing was sent. */
  isNew: boolean;
}

/**
 * Pays an order once: looks whether it may be paid, checks what was filled in, asks the page, sends the charge through
 * the guard. Rejects with the reason where it ends before anything is sent.
 */
export async function payOrder(context: PayingContext): Promise<Payment> {
  const { host, settings, order, source } = context;
  const refusal = await order.findRefusal();
  if (refusal) return { outcome: refusal, wasSent: false, isNew: false };
  const late = new CheckoutError('network', 'A part of the form could not be loaded.');
  await withTimeLimit(Promise.all([source.ready(), settings.load()]), systemClock, WAIT_LIMIT_MS, late);
  // Once more, now that every check is there.
  const [problem] = settings.current.problems;
  if (problem) throw new CheckoutError('invalid-config', problem.message);
  const draft = source.validate();
  if ('fields' in draft) return createInvalid(draft.fields);
  if (!(await askPage(host, settings, draft))) return { outcome: { status: 'cancelled' }, wasSent: false, isNew: false };
  await host.updateComplete;
  const final = source.validate();
  if ('fields' in final) return createInvalid(final.fields);
  // Another amount may have withdrawn the chosen plan: then the shopper sees the new offer before paying.
  const isSamePlan = final.installments === draft.installments && final.whoPaysFee === draft.whoPaysFee;
  source.markPlan?.(!isSamePlan);
  return isSamePlan ? charge(context, final) : createInvalid(['installments']);
}

function createInvalid(fields: string[]): Payment {
  return { outcome: { status: 'invalid', fields }, wasSent: false, isNew: false };
}

async function charge(context: PayingContext, draft: PaymentDraft): Promise<Payment> {
  const { settings, order, loadClient, isPixDenied, signal } = context;
  const { amount, amountCents } = settings.current.settings;
  const { method, installments, whoPaysFee, brand, last4, cardId } = draft;
  let wasSent = false;
  const send: ChargeIntent['send'] = async ({ attemptId, orderId }, beforeSend) => {
    const client = await loadClient();
    const learned: LearnedCard = {};
    const tokenized = (cardId: string): void => {
      wasSent = true;
      learned.cardId = cardId;
    };
    const result = await draft.charge(client, amountCents, {
      attemptId,
      ...(orderId !== undefined && { orderId }),
      signal,
      beforeSend: () => beforeSend(learned),
      tokenized,
    });
    wasSent ||= result.status !== 'failed' || result.sent;
    return result;
  };
  const { outcome, isNew } = await order.pay({
    method,
    amount,
    installments,
    whoPaysFee,
    ...(brand && { brand }),
    ...(last4 !== undefined && { last4 }),
    ...(cardId !== undefined && { cardId }),
    isPixDenied,
    watchPix: () => watchPix(context),
    send,
  });
  return { outcome, wasSent, isNew };
}

/** Watches the order's Pix codes where no `<balcao-pix>` does. */
async function watchPix({ host, settings, order, loadClient, signal }: PayingContext): Promise<void> {
  const [{ openPixSession }, guard] = await Promise.all([import('../pix/pix-session.js'), order.load()]);
  signal.throwIfAborted();
  const payment = { loadClient, obstacle: undefined, redirect: () => undefined };
  const session = openPixSession({ host, settings, payment, clock: systemClock }, guard);
  signal.addEventListener('abort', () => session.close());
}
