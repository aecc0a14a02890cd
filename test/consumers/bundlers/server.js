import { createShopServer, memoryLedger } from 'balcao/server';

const shop = createShopServer({
  service: { baseUrl: 'https://payments.example/' },
  tokens: async () => 'token',
  orders: { find: async () => undefined, deliver: async () => undefined },
  ledger: memoryLedger(),
  publicOrigin: 'https://shop.example',
});
const { status } = await shop(new Request('https://shop.example/shop/nowhere'));
console.log(status);
