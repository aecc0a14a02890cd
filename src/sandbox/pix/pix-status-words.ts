/** The state of a Pix charge in the sandbox. */
export type PixState = 'pending' | 'paid' | 'expired' | 'cancelled' | 'refunded' | 'failed';

/** The words of one system, by state. A state without a word has the word of `pending` (BCB: an expired charge stays ATIVA). */
type Vocabulary = { readonly pending: string | number; readonly paid: string | number } & {
  readonly [State in PixState]?: string | number;
};

/** The words of real systems, as their public documents spell them. `plain` is the sandbox's default. */
const VOCABULARIES = {
  plain: { pending: 'PENDENTE', paid: 'PAGO', expired: 'EXPIRADO', cancelled: 'CANCELADO', refunded: 'DEVOLVIDO', failed: 'FALHOU' },
  english: { pending: 'PENDING', paid: 'PAID', expired: 'EXPIRED', cancelled: 'CANCELLED', refunded: 'REFUNDED', failed: 'FAILED' },
  bcb: { pending: 'ATIVA', paid: 'CONCLUIDA', cancelled: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
  'mercado-pago': { pending: 'pending', paid: 'approved', cancelled: 'cancelled', refunded: 'refunded', failed: 'rejected' },
  asaas: { pending: 'PENDING', paid: 'RECEIVED', expired: 'OVERDUE', refunded: 'REFUNDED' },
  pagbank: { pending: 'WAITING', paid: 'PAID', cancelled: 'CANCELED', refunded: 'CANCELED', failed: 'DECLINED' },
  pagarme: { pending: 'waiting_payment', paid: 'paid', cancelled: 'canceled', refunded: 'refunded', failed: 'refused' },
  woovi: { pending: 'ACTIVE', paid: 'COMPLETED', expired: 'EXPIRED' },
  cielo: { pending: 12, paid: 2, cancelled: 10, refunded: 11, failed: 3 },
  celcoin: { pending: 'PROCESSING', paid: 'CONFIRMED', failed: 'ERROR' },
} as const satisfies Record<string, Vocabulary>;

/** A system whose status words the sandbox can use. */
export type StatusSystem = keyof typeof VOCABULARIES;

/** All systems except `plain`. */
export const STATUS_SYSTEMS = Object.keys(VOCABULARIES).filter((name): name is StatusSystem => name !== 'plain');

/** Returns the word (Cielo: the number) that a system uses for a state. */
export function formatPixState(state: PixState, system: StatusSystem): string | number {
  const words: Vocabulary = VOCABULARIES[system];
  return words[state] ?? words.pending;
}
