/** The way through a page by Tab. */

export const MOST_TABS = 40;

/** What has the focus of a page, through shadow roots: its name, its part or its text. */
export function describeFocus() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.getAttribute('name') ?? active?.getAttribute('part') ?? active?.textContent?.trim() ?? '';
}

/** Presses Tab until `name` has the focus. */
export async function tabTo(page, name) {
  const seen = [];
  for (let count = 0; count < MOST_TABS; count += 1) {
    await page.keyboard.press('Tab');
    seen.push(await page.evaluate(describeFocus));
    if (seen.at(-1).split(' ').includes(name) || seen.at(-1) === name) return;
  }
  throw new Error(`Tab does not lead to ${name}, but to ${seen.join(', ')}`);
}
