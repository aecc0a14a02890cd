/** A card of the sandbox that is approved. Its digits are searched for after every test. */
export const CARD = { holderName: 'ANA SOUZA', number: '4539578763621486', expirationDate: '12/39', securityCode: '737' };

/** Two shoppers, each with a cookie of the server's own form. */
const COOKIES = { ana: 'a1b2c3d4'.repeat(8), bia: 'e5f60718'.repeat(8) };

/**
 * The cookie of a shopper, for requests that a test makes itself.
 *
 * @param {string} session
 */
export const cookieOf = (session) => `__Host-balcao=${COOKIES[session]}`;

/**
 * Whose request it is, by its cookie.
 *
 * @param {Request} request
 */
export const sessionOf = (request) => Object.keys(COOKIES).find((name) => request.headers.get('Cookie')?.includes(COOKIES[name]));
