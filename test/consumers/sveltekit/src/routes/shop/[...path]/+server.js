import { env } from '$env/dynamic/private';

/** The shop's endpoints are at a server of the test. */
export const POST = ({ params, request }) =>
  fetch(`${env.SHOP_URL}shop/${params.path}`, { method: 'POST', body: request.body, duplex: 'half' });
