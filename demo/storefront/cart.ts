import { formatReais } from 'balcao/domain';
import { findElement } from '../page/find-element.js';

const MAX_QUANTITY = 9;

/** The cart of the page. A real shop gets the prices from its server. */
export interface Cart {
  /** Returns the sum of the items, in cents. */
  totalCents(): number;
  /** Adds one to the quantity of the first item, even if the quantities are locked. */
  addItem(): void;
  /** Resets every quantity to its first value. */
  reset(): void;
  /** Locks the quantities while the order must not change. */
  setLocked(isLocked: boolean): void;
}

/** A line of the cart. */
interface CartItem extends Omit<Cart, 'addItem'> {
  add(count: number): void;
}

/** Creates the cart from the list of items in the markup. `onChange` is called after every change of a quantity. */
export function createCart(list: HTMLElement, onChange: () => void): Cart {
  const items = [...list.querySelectorAll<HTMLElement>('.item')].map((row) => createItem(row, onChange));
  return {
    totalCents: () => items.reduce((sum, item) => sum + item.totalCents(), 0),
    addItem: () => items[0]?.add(1),
    reset: () => items.forEach((item) => item.reset()),
    setLocked: (isLocked) => items.forEach((item) => item.setLocked(isLocked)),
  };
}

function createItem(row: HTMLElement, onChange: () => void): CartItem {
  const priceCents = Number(row.dataset['priceCents']);
  const first = Number(row.dataset['quantity']);
  const buttons = [...row.querySelectorAll<HTMLButtonElement>('.step')];
  let quantity = first;
  let locked = false;

  const render = (): void => {
    findElement('.quantity', HTMLOutputElement, row).value = String(quantity);
    findElement('.item-price', HTMLElement, row).textContent = formatReais(priceCents * quantity);
    for (const button of buttons) {
      const next = quantity + Number(button.dataset['step']);
      // Not the attribute `disabled`: a button that disables itself would lose the keyboard's focus.
      button.setAttribute('aria-disabled', String(locked || next < 1 || next > MAX_QUANTITY));
    }
  };
  const add = (count: number): void => {
    quantity += count;
    render();
    onChange();
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') !== 'true') add(Number(button.dataset['step']));
    });
  }
  render();
  return {
    totalCents: () => priceCents * quantity,
    add,
    reset: () => {
      quantity = first;
      render();
    },
    setLocked: (isLocked) => {
      locked = isLocked;
      render();
    },
  };
}
