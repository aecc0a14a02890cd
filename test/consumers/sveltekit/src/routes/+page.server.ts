import { env } from '$env/dynamic/private';
import type { PageServerLoad } from './$types';

/** The order, which the server renders the page with. */
export const load: PageServerLoad = async () => {
  const { id, amount }: { id: string; amount: string } = await (await fetch(`${env.SHOP_URL}shop/order`)).json();
  return { order: { id, amount } };
};
