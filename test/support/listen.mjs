import { once } from 'node:events';

/**
 * Starts a server at a free port of this machine.
 *
 * @param {import('node:net').Server} server
 * @param {string} [host]
 * @returns {Promise<number>} The port.
 */
export async function listen(server, host = '127.0.0.1') {
  await once(server.listen(0, host), 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return address.port;
}
