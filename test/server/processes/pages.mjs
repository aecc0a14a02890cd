/**
 * Pages that pay an order, until their server is gone. Each writes down what it has seen as soon as it sees it.
 *
 * @typedef {object} PageParts
 * @property {ReturnType<typeof import('./page.mjs').createDevice>} device
 * @property {import('./service.mjs').Service} service
 * @property {import('./aftermath.mjs').Seen} seen
 */
import assert from 'node:assert/strict';
import { WEBHOOK_SECRET } from './shop-settings.mjs';

/** Half an hour. */
const PIX_LIFE_MS = 1_800_000;

/** @param {PageParts} parts */
async function payWithToken({ device, service, seen }) {
  const { orderId, attemptId } = seen;
  const { body } = await device.askToken(orderId, attemptId);
  if (body.token === undefined) return;
  seen.hasToken = true;
  const identifier = await service.chargeAsPage(body.token);
  await device.notify(orderId, attemptId, { state: 'approved', identifier });
}

/** @param {PageParts} parts */
async function payByRelay({ device, service, seen }) {
  const { orderId, attemptId } = seen;
  seen.isRelayed = true;
  const { status, body } = await device.payByRelay(orderId, attemptId);
  const isCharged = service.chargesOf(orderId).length > 0;
  if (body.success === true) assert.ok(isCharged, 'a page reads that it has paid, and it has not');
  // Anything else than this is unconfirmed to a page.
  if (body.sent === false) assert.deepEqual([status, isCharged], [503, false], 'a page reads that nothing was sent, and it was');
  if (body.success === true) await device.notify(orderId, attemptId, { state: 'approved', identifier: body.identifier });
}

/** @param {PageParts} parts */
async function payByPix({ device, service, seen }) {
  const { orderId } = seen;
  const expirationDate = new Date(Date.now() + PIX_LIFE_MS).toISOString();
  const { body } = await device.post(`orders/${orderId}/service/pix/generateQrCode`, { amount: 149.9, expirationDate });
  if (body.qrCodeId === undefined) return;
  seen.paidPix = body.qrCodeId;
  service.sandbox.settlePix(seen.paidPix);
  await device.post(`webhook/${WEBHOOK_SECRET}`, { qrCodeId: seen.paidPix });
}

export const PAGES = { payWithToken, payByRelay, payByPix };
