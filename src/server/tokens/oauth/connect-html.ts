import { RESPONSE_RULES, type ResponseHeaders } from '../../http/response.js';

/** The reason for a failed sign-in. */
export type ConnectFault =
  'return-path' | 'foreign-page' | 'unknown' | 'foreign-browser' | 'denied' | 'not-granted' | 'connected-meanwhile';

/** The texts for the clerk: plain Portuguese, and nothing from the request or the service. */
const FAULTS: Readonly<Record<ConnectFault, string>> = {
  'return-path': 'O endereço de retorno não é desta loja.',
  'foreign-page': 'O pedido não veio desta página. Abra a conexão de novo e confirme aqui.',
  unknown: 'Este pedido de conexão não existe, já foi usado ou passou de dez minutos. Comece de novo.',
  'foreign-browser': 'Este pedido de conexão começou em outro navegador, ou os cookies estão bloqueados. Comece de novo neste navegador.',
  denied: 'A conexão não foi autorizada no serviço de pagamento.',
  'not-granted': 'O serviço de pagamento não concluiu a conexão. Tente de novo em alguns instantes.',
  'connected-meanwhile': 'Enquanto isso, outra pessoa conectou a loja. Nada foi trocado.',
};

/** Creates a 400 page with the reason for a failed sign-in. */
export function respondConnectFault(fault: ConnectFault, headers: ResponseHeaders = {}): Response {
  return respondPage(400, `<h1>Conexão não feita</h1>\n<p>${FAULTS[fault]}</p>`, headers);
}

/** The fields of the confirmation's form. */
interface ConfirmationFields {
  /** A hash of the secret in the cookie. */
  proof: string;
  returnPath: string;
}

/**
 * Creates a page that asks for confirmation before another account replaces the connected one. `authOrigin` is the origin to which the form
 * redirects.
 */
export function respondConfirmation({ proof, returnPath }: ConfirmationFields, authOrigin: string, headers: ResponseHeaders): Response {
  const content = `<h1>Trocar a conta?</h1>
<p>Esta loja já está conectada ao serviço de pagamento. Se você continuar, a conta que entrar agora passa a receber os pagamentos.</p>
<form method="post">
<input type="hidden" name="proof" value="${escapeHtml(proof)}">
<input type="hidden" name="return" value="${escapeHtml(returnPath)}">
<button>Conectar outra conta</button> <a href="${escapeHtml(returnPath)}">Voltar</a>
</form>`;
  return respondPage(200, content, {
    ...headers,
    'Content-Security-Policy': createPolicy(`form-action 'self' https: ${authOrigin}`),
    // With `no-referrer` the form's `Origin` would be `null`.
    'Referrer-Policy': 'same-origin',
  });
}

function respondPage(status: number, content: string, headers: ResponseHeaders): Response {
  const html = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conexão com o serviço de pagamento</title>
<main>
${content}
</main>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': createPolicy("form-action 'none'"),
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      ...headers,
      ...RESPONSE_RULES,
    },
  });
}

/**
 * Creates a content security policy. Browsers apply `form-action` to every redirect that follows a form, so it must allow the service and
 * every address on which people sign in there.
 */
function createPolicy(formAction: string): string {
  return `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; ${formAction}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
