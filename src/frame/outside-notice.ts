import type { Language } from '../i18n/language.js';

/** What somebody reads who opens the address of a frame by itself. */
const NOTICE: Readonly<Record<Language, string>> = {
  'pt-BR': 'Esta página mostra os campos do cartão dentro do site de uma loja. Para pagar, volte à loja.',
  en: 'This page shows the card fields inside the site of a shop. To pay, go back to the shop.',
  es: 'Esta página muestra los campos de la tarjeta dentro del sitio de una tienda. Para pagar, vuelve a la tienda.',
};

/** Says in the document what its address is for, where it is in no frame. */
export function showOutsideNotice(language: Language): void {
  const notice = document.createElement('p');
  notice.textContent = NOTICE[language];
  document.body.append(notice);
}
