import { expect } from '@open-wc/testing';
import { render } from 'lit';
import { addPortuguese, LocalizeController } from '../../../src/controllers/page/localize-controller.js';
import { SettingsController } from '../../../src/controllers/settings/settings-controller.js';
import { renderIsolated } from '../../../src/elements/shared/isolated.js';
import { renderOutcome } from '../../../src/elements/shared/outcome/outcome.js';
import { SettingsElement } from '../../../src/elements/shared/settings-element.js';
import { ptBr, type Texts } from '../../../src/i18n/pt-br.js';

class IsolatingHost extends SettingsElement {
  readonly localize = new LocalizeController(this, () => this.texts);
}
customElements.define('test-isolating-host', IsolatingHost);

describe('a value in a text', () => {
  const createLocalize = (texts: Partial<Texts> = {}): LocalizeController => {
    const { localize } = Object.assign(new IsolatingHost(), { texts });
    addPortuguese(ptBr);
    return localize;
  };
  const renderAsk = (localize: LocalizeController): string => {
    const place = document.createElement('div');
    render(renderIsolated(localize, 'cardAsk', ['card', 'כרטיס']), place);
    return place.innerHTML.replace(/<!--.*?-->|<\/?span>/g, '');
  };

  it('is isolated, wherever and however often the text has it', () => {
    expect(renderAsk(createLocalize())).to.equal('Excluir <bdi>כרטיס</bdi>?');
    expect(renderAsk(createLocalize({ cardAsk: '{card}: {card}' }))).to.equal('<bdi>כרטיס</bdi>: <bdi>כרטיס</bdi>');
    expect(renderAsk(createLocalize({ cardAsk: 'Excluir?' }))).to.equal('Excluir?');
  });

  it("is isolated where it is the service's message", () => {
    const place = document.createElement('div');
    const host = new IsolatingHost();
    // Longer than a heading.
    const message = 'נדחה '.repeat(20).trim();
    const outcome = { status: 'declined', attemptId: '1', message } as const;
    const order = { state: { status: 'open' }, isPayable: true } as Parameters<typeof renderOutcome>[1]['order'];
    const payment = { order, outcome, settings: new SettingsController(host) };
    render(renderOutcome({ host, localize: createLocalize() }, payment), place);
    expect(place.querySelector('[part="outcome-message"]')?.textContent?.trim()).to.equal(`Resposta da operadora: ${message}`);
    expect(place.querySelector('[part="outcome-message"] bdi')?.textContent).to.equal(message);
  });
});
