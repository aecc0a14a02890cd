/**
 * The documents that stand in for the vendors' frames. Each does what the vendor's page waits for, and nothing else: it draws one bare `<input>` when it
 * gets its setup, and says so. The vendors' own frames load scripts and styles that only the vendors have.
 */

/** In the frame: draws the field, and tells the bench when that of the card's number was painted. */
function draw(isNumber) {
  document.body.append(document.createElement('input'));
  if (!isNumber) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => window.top?.postMessage({ fieldPaintedAt: performance.timeOrigin + performance.now() }, '*');
  requestAnimationFrame(() => port2.postMessage('painted'));
}

/** In a frame of Adyen's: the page sends a setup when the frame is loaded, and shows its form when every frame has answered. */
function startAdyenFrame() {
  addEventListener('message', ({ data, origin }) => {
    const { fieldType, numKey } = JSON.parse(data);
    draw(fieldType === 'encryptedCardNumber');
    window.parent.postMessage(JSON.stringify({ action: 'config', fieldType, numKey }), origin);
  });
}

/**
 * In a frame of Braintree's: says by a message of the library framebus that it is there. When every frame has said so, the page answers the first with
 * the setup, and that is the number's.
 */
function startBraintreeFrame() {
  const prefix = '/*framebus*/';
  const field = window.name.replace('braintree-hosted-field-', '');
  const event = `${location.hash.slice(1)}:hosted-fields:FRAME_READY`;
  const reply = `${field}-setup`;
  addEventListener('message', ({ data }) => {
    const isReply = typeof data === 'string' && data.startsWith(prefix) && JSON.parse(data.slice(prefix.length)).event === reply;
    if (isReply) draw(field === 'number');
  });
  window.parent.postMessage(prefix + JSON.stringify({ event, origin: '*', reply, eventData: { field } }), '*');
}

function createFrame(start) {
  return `<!doctype html><meta charset="utf-8"><title>Frame</title><body><script>${String(draw)}(${String(start)})()</script>`;
}

export const ADYEN_FRAME = createFrame(startAdyenFrame);
export const BRAINTREE_FRAME = createFrame(startBraintreeFrame);
