/** A `node:http` server that reads a request and says the same JSON to all: what any server costs, and a payments service that costs no more. */
import { createServer } from 'node:http';
import { listen } from '../../test/support/listen.mjs';

let count = 0;
const server = createServer((incoming, outgoing) => {
  incoming.resume().once('end', () => {
    count += 1;
    // The one thing that differs: no two charges have one identifier.
    const text = JSON.stringify({ success: true, message: 'Transação aprovada.', identifier: `charge-${count}` });
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
  });
});
process.send?.({ port: await listen(server) });
process.once('disconnect', () => process.exit());
