import { findElement } from '../page/find-element.js';
import type { AccountState, ShopDesk } from './shop-desk.js';

const STATES: Readonly<Record<AccountState, { says: string; link: string }>> = {
  disconnected: { says: 'Ninguém entrou ainda: o sandbox empresta os tokens.', link: 'Entrar como a loja' },
  ready: { says: 'A loja entrou: os tokens são da conta dela.', link: 'Entrar com outra conta' },
  failing: { says: 'A loja entrou, mas o serviço não renova os tokens agora.', link: 'Entrar de novo' },
};

/** Mounts the panel that shows whether the shop is signed in at its payments service, and lets a person sign it in. */
export function mountAccountPanel(checkout: HTMLElement, desk: ShopDesk, shopUrl: string): void {
  const status = findElement('#account-status', HTMLElement);
  const link = findElement('#account-link', HTMLAnchorElement);
  const follow = (): void => {
    // The sign-in returns to the same order, with this drawer open.
    link.href = `${shopUrl}connect?return=${encodeURIComponent(`${location.pathname}${location.search}#conta`)}`;
  };
  const refresh = async (): Promise<void> => {
    const state = await desk.readAccount().catch(() => undefined);
    status.textContent = state ? STATES[state].says : 'A loja não respondeu.';
    status.dataset['state'] = state ?? '';
    if (state) link.textContent = STATES[state].link;
  };
  new MutationObserver(follow).observe(checkout, { attributeFilter: ['order-id'] });
  const drawer = findElement('#conta', HTMLDetailsElement);
  drawer.addEventListener('toggle', () => drawer.open && void refresh());
  follow();
}
