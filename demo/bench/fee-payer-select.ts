/** Mounts the choice of who pays the fee of the installments: the usual Brazilian offer, the shopper's choice, or the shop. */
export function mountFeePayerSelect(select: HTMLSelectElement, checkout: HTMLElement): void {
  const apply = (): void => checkout.setAttribute('fee-payer', select.value);
  select.addEventListener('change', apply);
  apply();
}
