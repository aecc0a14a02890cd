/** Mounts the choice of the fees' source: the table in the page, or the shop's endpoint, which is requested for each amount and brand. */
export function mountFeeTableSelect(select: HTMLSelectElement, checkout: HTMLElement, shopUrl: string): void {
  const urls: Readonly<Record<string, string>> = { shop: `${shopUrl}fees`, broken: `${shopUrl}no-fees` };
  select.addEventListener('change', () => {
    const url = urls[select.value];
    if (url === undefined) checkout.removeAttribute('fees-url');
    else checkout.setAttribute('fees-url', url);
  });
}
