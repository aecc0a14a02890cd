import { createTextAnswer } from '../answers.js';

/** Asks whether a shop may act for the account. The form is sent to where the page is, its query with it. */
export function createConsentPage(redirectUri: URL): Response {
  return createPage(
    200,
    `<h1>Conta de teste</h1>
<p>A loja em <strong>${escapeHtml(redirectUri.host)}</strong> pede acesso a esta conta do serviço de testes. Nenhum dinheiro é de verdade.</p>
<form method="post"><button name="decision" value="approve">Autorizar</button> <button name="decision" value="deny">Negar</button></form>`,
    redirectUri.origin,
  );
}

/** Says why nobody is asked, where there is no good address to return to. */
export function createErrorPage(problem: string): Response {
  return createPage(400, `<h1>Pedido inválido</h1><p>${escapeHtml(problem)}</p>`);
}

function createPage(status: number, content: string, formTarget = ''): Response {
  const html = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conta de teste</title>
<main>${content}</main>
</html>`;
  return createTextAnswer(status, html, {
    'Content-Type': 'text/html; charset=utf-8',
    // `form-action` counts for the redirect after the form too.
    'Content-Security-Policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${formTarget}`.trim(),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
