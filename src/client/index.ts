/**
 * The `balcao/client` entry: a typed client of the payments service, without a DOM beyond `fetch`.
 */
export { CheckoutError, isCheckoutError } from '../domain/errors.js';
export type { CheckoutErrorDetails, ErrorCode } from '../domain/errors.js';
export type { Clock } from '../domain/clock.js';
export type { CardData, CardPayment, CardToTokenize, FeePayer, PixChargeRequest } from '../domain/payment.js';
export type { CardStore } from '../domain/card/card-store.js';
export type { SavedCard } from '../domain/card/saved-card.js';
export type { Attempt, AttemptState } from '../domain/order/attempt.js';
export type { ChargeResult } from '../domain/order/charge-result.js';
export type { NotifyShop, Resolution, ResolveUnconfirmed } from '../domain/order/resolution.js';
export type { PixStatus, PixStatusAnswer } from '../domain/pix/status.js';
export { defaultProfile } from './profile/default-profile.js';
export type { Environment } from './profile/environment.js';
export { diagnoseService } from './diagnose.js';
export type { DiagnosisOptions } from './diagnose.js';
export type { Diagnosis, DiagnosisCheck, DiagnosisFinding } from './diagnosis/finding.js';
export { httpCardStore } from './shop/http-card-store.js';
export { OrderClosedError } from '../domain/order/order-closed-error.js';
export { createPaymentsClient } from './payments-client.js';
export type { PaymentsClient } from './create-client.js';
export type { CallOptions, PaymentsClientOptions } from './service.js';
export type { TokenizedCard } from './cards/card-token.js';
export type { ChargeOptions } from './cards/charge.js';
export type { CreatedPixCharge } from './pix/pix-charge.js';
export type { ServiceProfile, ServiceProfileInput } from './profile/service-profile.js';
export type { BoletoRequest, GetBoleto } from './shop/shop-boleto.js';
export type { ShopBoleto } from './shop/check-boleto.js';
export type { FeesAnswer, FeesRequest, GetFees } from './shop/shop-fees.js';
export { createNotifier, createResolver } from './shop/shop-endpoints.js';
export { createTokenUrlSource } from './tokens/token-url.js';
export type { GetToken, TokenAnswer, TokenPurpose, TokenRequest } from './tokens/token.js';
