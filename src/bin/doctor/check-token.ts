import { differs, NO_PATH } from './check-service.js';
import { NO_IDENTIFIER, type Examination } from './examination.js';
import { describeReply } from './judge-reply.js';
import type { AuthorizationForm, Reply } from './exchange.js';

const STATUS_TODO =
  "Ask your provider for the path of the Pix status query and give it as --status-path 'PATH/{qrCodeId}'. --write shows it for certain.";

/** What the path of the Pix status shows: the token is `refused`, the path is `missing`, or it is there and the token may be good. */
export type TokenCheck = 'refused' | 'missing' | 'good';

/**
 * Asks for the status of a Pix charge that does not exist, without a token and with it in both documented forms, and for a path that
 * cannot exist, to compare. Sets the form that Pix takes.
 */
export async function checkToken(examination: Examination): Promise<TokenCheck> {
  const { service, report, statusPath } = examination;
  const path = statusPath.replace('{qrCodeId}', NO_IDENTIFIER);
  const ask = async (authorization: AuthorizationForm): Promise<{ reply: Reply; isThere: boolean; isLocked: boolean }> => {
    const reply = await service.send({ method: 'GET', path, authorization });
    const nothing = await service.send({ method: 'GET', path: NO_PATH, authorization });
    return { reply, isThere: differs({ reply, path }, { reply: nothing, path: NO_PATH }), isLocked: isLocked(reply) };
  };
  const [none, bearer, bare] = [await ask('none'), await ask('bearer'), await ask('jwt')];
  if (bearer.isLocked && bare.isLocked) {
    report.bad('token', `The service refuses the token: ${describeReply(bearer.reply)}.`, 'Put a token that is valid now in BALCAO_TOKEN.');
    return 'refused';
  }
  if (![none, bearer, bare].some(({ isThere }) => isThere)) {
    report.unknown(
      'pix-status',
      `GET ${statusPath} responds like a path that does not exist: ${describeReply(bearer.reply)}.`,
      STATUS_TODO,
    );
    report.unknown('token', 'Without that path reading does not show whether the token is good.');
    return 'missing';
  }
  report.ok('pix-status', `The status of a Pix charge is asked at GET ${statusPath}.`);
  if (!none.isLocked) {
    report.unknown('token', 'That path needs no token, so reading does not show whether the token is good.');
  } else if (bearer.isLocked) {
    examination.pixAuthorization = 'jwt';
    report.ok('token', 'Pix takes the token bare: "Authorization: TOKEN".');
  } else {
    report.ok('token', `The token is accepted: "Authorization: Bearer TOKEN"${bare.isLocked ? '' : ', and bare as well'}.`);
  }
  return 'good';
}

function isLocked(reply: Reply): boolean {
  return reply.kind === 'response' && (reply.status === 401 || reply.status === 403);
}
