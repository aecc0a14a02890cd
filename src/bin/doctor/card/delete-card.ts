import { defaultProfile } from '../../../client/profile/default-profile.js';
import type { ServiceProfile } from '../../../client/profile/service-profile.js';
import { formatPathSegment } from '../../../client/http/service-url.js';
import { NO_IDENTIFIER, type Examination } from '../examination.js';
import { formatReply, judgeReply, listAllowed, type Reply } from '../probe.js';

/** The HTTP method of a deletion and the place of the `cardId`, as the profile has them. */
type Deletion = ServiceProfile['deleteCard'];

/** All deletions that a profile can describe, in the order in which they are tried; the default comes first. */
const DELETIONS: readonly Deletion[] = [
  { method: 'POST', id: 'body' },
  { method: 'DELETE', id: 'body' },
  { method: 'DELETE', id: 'path' },
  { method: 'POST', id: 'path' },
];

/**
 * Finds out by reading only how a card is deleted: sends a `GET` to both addresses of a deletion, since a 405 may name the right methods in
 * `Allow`. Returns the deletions that `Allow` names, the default first; the list is empty if no response names one.
 */
export async function fetchDeletions({ service }: Examination): Promise<Deletion[]> {
  const verbs = {
    body: listVerbs(await service.send({ method: 'GET', path: defaultProfile.paths.deleteCard })),
    path: listVerbs(await service.send({ method: 'GET', path: formatPath('path', NO_IDENTIFIER) })),
  };
  return DELETIONS.filter(({ method, id }) => verbs[id].includes(method));
}

/** Reports the deletion that reading found. Only a run with `--write` would prove it. */
export function reportDeletions({ report }: Examination, [likely]: readonly Deletion[]): void {
  if (!likely) {
    report.unknown(
      'delete',
      'No response to a GET says how a card is deleted.',
      'Run with --write: it makes a token of a test card and deletes it.',
    );
    return;
  }
  setDeletion(report, likely);
  report.ok('delete', `A card is deleted by ${describe(likely)}: the service names the verb in Allow. --write proves it.`);
}

/**
 * Deletes the token of the test card. Tries each deletion until one is accepted; those that `Allow` named come first. A 404 counts as a
 * refusal here, because a wrong address responds 404 too. Then deletes the token a second time: a service that accepts this again may
 * accept everything, so the deletion is not proven.
 */
export async function deleteTestCard(examination: Examination, cardId: string, named: readonly Deletion[]): Promise<void> {
  const { service, report } = examination;
  const remove = ({ method, id }: Deletion): Promise<Reply> =>
    service.send({ method, path: formatPath(id, cardId), ...(id === 'body' && { body: { cardId } }) });
  const refusals: string[] = [];
  for (const deletion of new Set([...named, ...DELETIONS])) {
    const reply = await remove(deletion);
    const verdict = judgeReply(reply);
    if (verdict === 'accepted') {
      setDeletion(report, deletion);
      const isProven = judgeReply(await remove(deletion)) === 'refused';
      if (isProven) report.ok('delete', `The token was deleted by ${describe(deletion)}; the service does not know it any more.`);
      else
        report.unknown(
          'delete',
          `The service says that ${describe(deletion)} deleted the token, and says so again of the same one.`,
          'Ask your provider whether the card is gone.',
        );
      return;
    }
    refusals.push(`${describe(deletion)}: ${formatReply(reply)}`);
    if (verdict === 'unclear') break;
  }
  report.bad(
    'delete',
    `The token of the test card was not deleted (${refusals.join('; ')}).`,
    'Ask your provider how a tokenized card is deleted, then set profile.deleteCard and profile.paths.deleteCard.',
  );
}

/** Sets the deletion in the profile, or removes it if it is the default one. */
function setDeletion({ profile }: Examination['report'], { method, id }: Deletion): void {
  if (method === defaultProfile.deleteCard.method && id === defaultProfile.deleteCard.id) delete profile.data.deleteCard;
  else profile.data.deleteCard = { method, id };
}

function listVerbs(reply: Reply): string[] {
  return reply.kind === 'response' && reply.status === 405 ? listAllowed(reply) : [];
}

function formatPath(id: Deletion['id'], cardId: string): string {
  const path = defaultProfile.paths.deleteCard;
  return id === 'body' ? path : `${path}/${formatPathSegment(cardId)}`;
}

function describe({ method, id }: Deletion): string {
  return `${method} with the cardId in the ${id}`;
}
