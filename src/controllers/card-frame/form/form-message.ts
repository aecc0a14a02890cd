import type { PageMessageOf } from '../../../channel/page-message.js';
import type { FramedForm, FramedHost } from '../../card/framed-form.js';

/** The longest text of a shop's own that a frame takes. */
const MAX_TEXT_LENGTH = 300;

/** What a frame is told of the form around it. A text that it would not take is left out: one alone would have all of it dropped. */
export function describeForm({ host, settings, localize }: FramedForm): PageMessageOf<'form'> {
  const taken = Object.entries(settings.input.texts ?? {}).filter(([key, text]) => isText(text) && /^[a-zA-Z]{1,40}$/.test(key));
  const { acceptedBrands } = settings.current.settings;
  return {
    type: 'form',
    language: localize.wanted,
    texts: Object.fromEntries(taken),
    acceptedBrands: acceptedBrands ? [...acceptedBrands] : null,
    isBusy: host.shadowRoot?.querySelector('form')?.ariaBusy === 'true',
    isDisabled: host.matches(':disabled'),
    canBeEmpty: canBeEmpty(host),
  };
}

/** Whether a form may be sent with nothing in its fields. */
export function canBeEmpty({ value, form, required }: FramedHost): boolean {
  return value !== '' || (form !== null && !required);
}

/** A page without types may write anything. */
function isText(text: unknown): boolean {
  return typeof text === 'string' && text.length <= MAX_TEXT_LENGTH;
}
