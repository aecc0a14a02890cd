import { openShop } from '../../lib/shop.mjs';
import { Payment } from './payment';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const { serviceUrl, profile } = await openShop();
  return <Payment serviceUrl={serviceUrl} profile={profile} />;
}
