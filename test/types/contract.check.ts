/** Held by the compiler: every public type is what the contract says, no more and no less. Nothing here runs. */
import type * as balcao from '../../src/index.js';
import type * as contract from './contract.js';

/** Whether two types accept each other's values. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Fails to compile unless it is given `true`. */
type Expect<T extends true> = T;

export type Checks = [
  Expect<Same<balcao.Brand, contract.Brand>>,
  Expect<Same<balcao.FeePayer, contract.FeePayer>>,
  Expect<Same<balcao.Method, contract.Method>>,
  Expect<Same<balcao.FieldName, contract.FieldName>>,
  Expect<Same<balcao.Verdict, contract.Verdict>>,
  Expect<Same<balcao.CardNumberVerdict, contract.CardNumberVerdict>>,
  Expect<Same<balcao.FeeRow, contract.FeeRow>>,
  Expect<Same<balcao.BrandLimit, contract.BrandLimit>>,
  Expect<Same<balcao.InstallmentPlan, contract.InstallmentPlan>>,
  Expect<Same<balcao.PlanRequest, contract.PlanRequest>>,
  Expect<Same<balcao.BrCode, contract.BrCode>>,
  Expect<Same<balcao.BrCodeAnswer['ok'], contract.BrCodeAnswer['ok']>>,
  Expect<Same<balcao.PixStatus, contract.PixStatus>>,
  Expect<Same<balcao.TokenPurpose, contract.TokenPurpose>>,
  Expect<Same<balcao.TokenRequest, contract.TokenRequest>>,
  Expect<Same<balcao.TokenAnswer, contract.TokenAnswer>>,
  Expect<Same<balcao.ServiceProfile, contract.ServiceProfile>>,
  Expect<Same<balcao.ErrorCode, contract.ErrorCode>>,
  Expect<balcao.CheckoutError extends contract.CheckoutError ? true : false>,
  Expect<Same<balcao.Attempt, contract.Attempt>>,
  Expect<Same<balcao.Resolution, contract.Resolution>>,
  Expect<Same<balcao.PaymentOutcome['status'], contract.PaymentOutcome['status']>>,
  Expect<balcao.PaymentOutcome extends contract.PaymentOutcome ? true : false>,
  Expect<Same<balcao.PixCharge, contract.PixCharge>>,
  Expect<Same<balcao.SavedCard, contract.SavedCard>>,
  Expect<Same<balcao.CardStore, contract.CardStore>>,
  Expect<Same<keyof balcao.BalcaoEvents, keyof contract.BalcaoEvents>>,
  Expect<balcao.BalcaoEvents extends contract.BalcaoEvents ? true : false>,
];
