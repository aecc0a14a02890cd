import { createMessageAnswer } from '../answers.js';
import { StrictFieldReader } from '../fields.js';
import { signInClient } from '../oauth/sign-in-client.js';
import { refuseShape } from './route.js';
import type { Prepared } from './route.js';
import type { SignInCall } from '../oauth/sign-in-call.js';

/**
 * `auth/login`: `{ clientId, clientSecret }` for `{ token, expiresIn, now, environment }`. The service's documents say that there is a login by
 * `POST` and nothing of its path or fields: these are the sandbox's own.
 */
export function prepareLogin({ request, body, core }: SignInCall): Prepared {
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')) {
    return { ok: false, refusal: createMessageAnswer(415, 'Tipo de conteúdo não aceito: use application/json.') };
  }
  const fields = new StrictFieldReader(body);
  const clientId = fields.text('clientId');
  const clientSecret = fields.text('clientSecret');
  fields.finish();
  if (fields.problems.length > 0) return refuseShape(fields.problems);
  if (clientId !== signInClient.clientId || clientSecret !== signInClient.clientSecret) {
    return { ok: false, refusal: createMessageAnswer(401, 'Não autorizado: clientId ou clientSecret errado.') };
  }
  const { tokenLifeSeconds, environment } = core.variant;
  return {
    ok: true,
    carryOut: () => ({ ...core.tokens.issue(tokenLifeSeconds), ...(environment !== 'none' && { environment }) }),
  };
}
