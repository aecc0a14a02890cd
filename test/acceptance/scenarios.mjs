/** The scenarios of the demo's bench, as a person plays them. */

/** Opens a scenario, and waits until it says what to do next. */
export async function startScenario(page, id) {
  await page.locator(`#scenario-${id}`).click();
  await page.waitForFunction(() => !/^(?:|Preparando…)$/.test(document.querySelector('#scenario-next')?.textContent ?? ''));
}

export const act = (page, name) => page.locator('#scenario-actions').getByRole('button', { name }).click();
export const payByCard = async (page) => {
  await act(page, 'Preencher cartão de teste');
  await page.locator('balcao-card-form [part~=pay-button]').click();
};
export const payBySavedCard = async (page) => {
  await page.locator('balcao-saved-cards [part~=card-option]', { hasText: 'Roxinho' }).click();
  await page.locator('balcao-saved-cards [part~=pay-button]').click();
};

/** Plays scenarios one after the other: what a person does in each, and what the checkout and the order say at its end. */
export async function playScenarios(page, scenarios) {
  for (const [id, { pay, says, order }] of Object.entries(scenarios)) {
    await startScenario(page, id);
    await pay(page);
    await page.locator('#scenario-actions').getByRole('button', { name: 'De novo' }).waitFor();
    if (says) await page.locator('[part~=outcome]:visible', { hasText: says }).waitFor();
    if (order) await page.locator('#order-state', { hasText: order }).waitFor();
  }
}
