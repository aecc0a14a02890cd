/**
 * `balcao/server`: the shop's server, a handler of web-standard `Request`s, with the ledger that guards an order across devices. What needs a
 * package that a shop may not have is an entry of its own, so that every bundler can follow the imports of this one.
 */
export { createShopServer } from './shop-server.js';
export type { ShopServer } from './shop-server.js';
export { toNodeListener } from './http/node-listener.js';
export type { NodeListener } from './http/node-listener.js';
export { sqlLedger } from './ledger/sql-ledger.js';
export type { SqlLedgerOptions } from './ledger/sql-ledger.js';
export type { SqlDatabase } from './ledger/sql-database.js';
export { createLedgerMemory, memoryLedger } from './ledger/memory-ledger.js';
export type { LedgerMemory } from './ledger/memory-ledger.js';
export { LedgerConflict } from './ledger/ledger.js';
export type { Ledger, SettlingTransaction, SqlQuery, SqlRow, TryCounts, TryLimits, WaitingWork, WorkKind } from './ledger/ledger.js';
export { loginTokens } from './tokens/login-tokens.js';
export type { LoginTokensOptions } from './tokens/login-tokens.js';
export type { GetServiceToken, ProviderHealth, ServiceToken, TokenNeed, TokenProvider, TokenSource } from './tokens/token-provider.js';
export type { ShopHealth } from './shop-server.js';
export type { ServiceRequest, ServiceResponse, ShopService } from './service-request.js';
export type { ShopEvent } from './events.js';
export type { FailureCause } from './failure-cause.js';
export type { PaymentTerms } from '../domain/installments/terms.js';
export type { ShopBoleto } from '../client/shop/check-boleto.js';
export type { AskedBoleto, BoletoOrder, BoletoStatus } from './options.js';
export type {
  ChargeRecords,
  ChargeSearch,
  Limits,
  LostPayment,
  PersonResolution,
  ShopCards,
  VouchedCard,
  ShopOrder,
  ShopOrders,
  ShopServerOptions,
  WebhookNotice,
} from './options.js';
export type { ResolveAnswer, Unresolved } from './staff.js';
export type { UnresolvedPayment } from './orders/payments.js';
export type { SweepReport } from './sweep.js';
export type { BoletoFacts } from './orders/order-record.js';
export type { AttemptRecord, AttemptState, OrderRecord, PaymentKind, PaymentRecord, PixRecord } from './orders/order-record.js';
export { oauthTokens, pglite, postgres } from './moved.js';
