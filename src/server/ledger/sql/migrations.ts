import { hashText } from '../../http/secret.js';
import type { SqlQuery } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { LOCK_ORDER, LOCK_PAYMENT, SETTLE_PAYMENT, WRITE_ORDER } from './functions.js';
import { getInteger, getText } from './rows.js';

/** One step in the history of the tables. */
export interface Migration {
  /** Steps run in the order of the list; an identifier is never used again. */
  id: string;
  /** The statements of the step, which run one by one in the transaction of all steps. */
  statements: readonly string[];
  /** The functions that the step creates. It runs again if one of them is missing: a backup of the tables alone has none. */
  functions?: readonly string[];
}

/**
 * The tables of the ledger. A released step never changes: its checksum is compared. Servers of an older version keep running beside newer
 * ones, so a later step only adds: a new column has a default or may be null, and nothing is renamed or dropped. A check or an index may be
 * replaced by a wider one. A function that
 * changes gets another name.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    id: '0001-ledger',
    statements: [
      `CREATE TABLE balcao_meta (
  key text PRIMARY KEY,
  value text NOT NULL
)`,
      `CREATE TABLE balcao_orders (
  order_id text PRIMARY KEY,
  holder text,
  changed_at bigint NOT NULL
)`,
      `CREATE INDEX balcao_orders_changed ON balcao_orders (changed_at)`,
      `COMMENT ON TABLE balcao_orders IS 'Orders that something was tried for. This row is locked by whoever changes the order.'`,
      `COMMENT ON COLUMN balcao_orders.holder IS 'The attempt that alone may charge a card.'`,
      `COMMENT ON COLUMN balcao_orders.changed_at IS 'When the last thing happened to the order, epoch ms.'`,
      `CREATE TABLE balcao_attempts (
  attempt_id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  order_id text NOT NULL REFERENCES balcao_orders ON DELETE CASCADE,
  method text NOT NULL CHECK (method IN ('card', 'saved-card')),
  via text NOT NULL CHECK (via IN ('token', 'relay')),
  session text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  state text NOT NULL CHECK (state IN ('open', 'sent', 'unconfirmed', 'charged', 'declined', 'failed', 'not-charged', 'replaced')),
  opened_at bigint NOT NULL,
  may_charge_until bigint,
  sent_at bigint,
  ended_at bigint,
  ended_by text CHECK (ended_by IN ('relay', 'records', 'person', 'page')),
  identifier text,
  told_state text,
  told_at bigint,
  told_identifier text,
  told_last4 text CHECK (told_last4 ~ '^[0-9]{4}$'),
  told_card_id text,
  told_installments bigint,
  guess text,
  CHECK ((told_state IS NULL) = (told_at IS NULL))
)`,
      `CREATE INDEX balcao_attempts_order ON balcao_attempts (order_id)`,
      `CREATE INDEX balcao_attempts_due ON balcao_attempts (may_charge_until, opened_at) WHERE state IN ('open', 'sent')`,
      `CREATE INDEX balcao_attempts_unconfirmed ON balcao_attempts (opened_at) WHERE state = 'unconfirmed'`,
      `COMMENT ON TABLE balcao_attempts IS 'Attempts to charge a card for an order. told_* is what the page said, which settles nothing.'`,
      `CREATE TABLE balcao_pix (
  charge_id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  order_id text NOT NULL REFERENCES balcao_orders ON DELETE CASCADE,
  session text NOT NULL,
  due_cents bigint NOT NULL CHECK (due_cents >= 0),
  amount_cents bigint CHECK (amount_cents >= 0),
  created_at bigint NOT NULL,
  expires_at bigint,
  status text NOT NULL CHECK (status IN ('pending', 'paid', 'expired', 'cancelled', 'refunded', 'failed', 'unknown')),
  answered_at bigint,
  ask_at bigint
)`,
      `CREATE INDEX balcao_pix_order ON balcao_pix (order_id)`,
      `CREATE INDEX balcao_pix_due ON balcao_pix (ask_at) WHERE ask_at IS NOT NULL`,
      `COMMENT ON TABLE balcao_pix IS 'Pix charges of orders, with what the service itself said of them last.'`,
      `CREATE TABLE balcao_payments (
  payment_id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  order_id text NOT NULL REFERENCES balcao_orders ON DELETE CASCADE,
  method text NOT NULL CHECK (method IN ('card', 'saved-card', 'pix')),
  kind text NOT NULL CHECK (kind IN ('paid', 'extra', 'short', 'unclear')),
  amount_cents bigint CHECK (amount_cents >= 0),
  identifier text,
  learned_at bigint NOT NULL,
  learned_by text NOT NULL CHECK (learned_by IN ('relay', 'records', 'status', 'person')),
  settled_at bigint,
  returned_at bigint
)`,
      `CREATE INDEX balcao_payments_order ON balcao_payments (order_id)`,
      `CREATE UNIQUE INDEX balcao_payments_card ON balcao_payments (identifier) WHERE method <> 'pix' AND identifier IS NOT NULL`,
      `CREATE UNIQUE INDEX balcao_payments_pix ON balcao_payments (identifier) WHERE method = 'pix' AND identifier IS NOT NULL`,
      `CREATE INDEX balcao_payments_due ON balcao_payments (learned_at) WHERE settled_at IS NULL`,
      `CREATE INDEX balcao_payments_unresolved ON balcao_payments (learned_at) WHERE kind <> 'paid' AND returned_at IS NULL`,
      `COMMENT ON TABLE balcao_payments IS 'Money that was taken for orders. For the shop to read; only the ledger writes it.'`,
      `COMMENT ON COLUMN balcao_payments.payment_id IS 'The attempt, or pix- and the Pix charge; ATTEMPT+CHARGE for a second charge by one attempt, lost-CHARGE for one written down after a restore.'`,
      `COMMENT ON COLUMN balcao_payments.order_id IS 'The order, as the shop names it.'`,
      `COMMENT ON COLUMN balcao_payments.kind IS
  'paid: it paid the order. extra: it came although the order was paid. short: less than the order costs. unclear: nobody knows how much.'`,
      `COMMENT ON COLUMN balcao_payments.amount_cents IS 'Centavos; null where nobody knows.'`,
      `COMMENT ON COLUMN balcao_payments.identifier IS 'What the service calls the charge.'`,
      `COMMENT ON COLUMN balcao_payments.learned_at IS 'When the ledger learned of it, epoch ms: to_timestamp(learned_at / 1000.0).'`,
      `COMMENT ON COLUMN balcao_payments.settled_at IS 'When orders.settled ran for it and committed, epoch ms.'`,
      `COMMENT ON COLUMN balcao_payments.returned_at IS 'When a person gave the money back, epoch ms.'`,
      `CREATE TABLE balcao_outbox (
  payment_id text PRIMARY KEY REFERENCES balcao_payments ON DELETE CASCADE,
  tries integer NOT NULL DEFAULT 0,
  due_at bigint NOT NULL
)`,
      `CREATE INDEX balcao_outbox_due ON balcao_outbox (due_at)`,
      `COMMENT ON TABLE balcao_outbox IS 'Payments whose effect outside of the database is still due.'`,
      `CREATE SEQUENCE balcao_card_places`,
      `CREATE TABLE balcao_cards (
  card_id text PRIMARY KEY,
  customer text NOT NULL,
  place bigint,
  name text,
  brand text,
  last4 text CHECK (last4 ~ '^[0-9]{4}$'),
  expiration text,
  valid_until bigint,
  used_at bigint,
  CHECK (place IS NULL OR (name IS NOT NULL AND brand IS NOT NULL AND last4 IS NOT NULL AND expiration IS NOT NULL))
)`,
      `CREATE INDEX balcao_cards_customer ON balcao_cards (customer, place)`,
      `COMMENT ON TABLE balcao_cards IS 'Whose a tokenized card is. Without a place it is not kept, only claimed.'`,
      `CREATE TABLE balcao_connections (
  name text PRIMARY KEY,
  version bigint NOT NULL DEFAULT 0,
  sealed text,
  changed_at bigint,
  broken text,
  locked_by text,
  locked_until timestamptz,
  CHECK ((sealed IS NULL) = (changed_at IS NULL))
)`,
      `COMMENT ON COLUMN balcao_connections.sealed IS 'Tokens of the service, encrypted; null while somebody connects for the first time.'`,
      `CREATE TABLE balcao_sign_ins (
  key text PRIMARY KEY,
  sealed text NOT NULL,
  ends_at bigint NOT NULL
)`,
      `CREATE INDEX balcao_sign_ins_end ON balcao_sign_ins (ends_at)`,
      `CREATE TABLE balcao_counts (
  key text PRIMARY KEY,
  count bigint NOT NULL,
  ends_at bigint NOT NULL
)`,
      `CREATE INDEX balcao_counts_end ON balcao_counts (ends_at)`,
    ],
  },
  {
    id: '0002-tokenized-cards',
    statements: [
      `ALTER TABLE balcao_cards ADD COLUMN tokenized boolean NOT NULL DEFAULT false`,
      `COMMENT ON COLUMN balcao_cards.tokenized IS
  'Whether the customer tokenized it through the relay. So it was where there is no place; what is only kept is a page''s word.'`,
    ],
  },
  {
    id: '0003-searches',
    statements: [
      `ALTER TABLE balcao_attempts ADD COLUMN ask_at bigint`,
      `CREATE INDEX balcao_attempts_ask ON balcao_attempts (coalesce(ask_at, coalesce(may_charge_until, opened_at + 3600000) + 1))
  WHERE state IN ('unconfirmed', 'replaced')`,
      `COMMENT ON COLUMN balcao_attempts.ask_at IS 'When the records are to be asked again what became of it, epoch ms; null: at its end.'`,
    ],
  },
  {
    id: '0004-brands',
    statements: [
      `ALTER TABLE balcao_cards ADD COLUMN tokenized_brand text`,
      `COMMENT ON COLUMN balcao_cards.tokenized_brand IS 'What the relay read from the number when the customer tokenized it; brand is a page''s word.'`,
    ],
  },
  {
    id: '0005-tries',
    statements: [
      `ALTER TABLE balcao_attempts ADD COLUMN address text, ADD COLUMN repeats bigint, ADD COLUMN repeats_since bigint`,
      `CREATE INDEX balcao_attempts_session ON balcao_attempts (session, opened_at)
  WHERE state IN ('declined', 'sent') OR via = 'token' AND told_state = 'declined' AND state <> 'charged'`,
      `CREATE INDEX balcao_attempts_address ON balcao_attempts (address, opened_at) WHERE address IS NOT NULL`,
      `COMMENT ON COLUMN balcao_attempts.address IS 'A hash of the visitor''s address, for an hour at most, of a card that was or may be declined.'`,
      `COMMENT ON COLUMN balcao_attempts.repeats IS 'How many further tokens the attempt got within an hour from repeats_since, epoch ms.'`,
    ],
  },
  {
    id: '0006-tries',
    statements: [
      `ALTER TABLE balcao_payments ADD COLUMN settle_at bigint`,
      `ALTER TABLE balcao_payments ADD COLUMN settle_tries integer NOT NULL DEFAULT 0`,
      `ALTER TABLE balcao_payments ADD COLUMN settle_failed_at bigint`,
      `ALTER TABLE balcao_outbox ADD COLUMN failed_at bigint`,
      `CREATE INDEX balcao_payments_settle ON balcao_payments (coalesce(settle_at, learned_at), seq)
  WHERE settled_at IS NULL AND returned_at IS NULL AND kind <> 'unclear'`,
      `COMMENT ON COLUMN balcao_payments.settle_at IS 'When the sweep tries orders.settled again, epoch ms; null: at once.'`,
      `COMMENT ON COLUMN balcao_payments.settle_failed_at IS 'Since when orders.settled fails for it, epoch ms.'`,
      `COMMENT ON COLUMN balcao_outbox.failed_at IS 'Since when orders.deliver fails for it, epoch ms.'`,
    ],
  },
  {
    id: '0007-keys',
    statements: [
      `CREATE TABLE balcao_keys (
  name text PRIMARY KEY,
  key text NOT NULL,
  ends_at bigint NOT NULL
)`,
      `COMMENT ON TABLE balcao_keys IS 'Keys of hashes, of all instances: without its key, nobody can find the address of a hash by trying all.'`,
    ],
  },
  {
    id: '0008-functions',
    statements: [LOCK_ORDER, WRITE_ORDER, LOCK_PAYMENT, SETTLE_PAYMENT],
    functions: ['balcao_lock_order', 'balcao_write_order', 'balcao_lock_payment', 'balcao_settle_payment'],
  },
  {
    id: '0009-boletos',
    statements: [
      `ALTER TABLE balcao_pix ADD COLUMN boleto_line text, ADD COLUMN boleto_due_date text, ADD COLUMN boleto_payable_until bigint,
  ADD COLUMN boleto_code text, ADD COLUMN boleto_pdf_url text, ADD COLUMN boleto_payee text`,
      // Wider rules, which older rows satisfy: nothing is read again.
      `ALTER TABLE balcao_pix DROP CONSTRAINT balcao_pix_status_check`,
      `ALTER TABLE balcao_pix ADD CONSTRAINT balcao_pix_status_check CHECK (
  regexp_replace(status, '^boleto-', '') IN ('pending', 'paid', 'expired', 'cancelled', 'refunded', 'failed', 'unknown')) NOT VALID`,
      `ALTER TABLE balcao_payments DROP CONSTRAINT balcao_payments_method_check`,
      `ALTER TABLE balcao_payments ADD CONSTRAINT balcao_payments_method_check CHECK (method IN ('card', 'saved-card', 'pix', 'boleto')) NOT VALID`,
      `DROP INDEX balcao_payments_card`,
      `CREATE UNIQUE INDEX balcao_payments_card ON balcao_payments (identifier)
  WHERE method IN ('card', 'saved-card') AND identifier IS NOT NULL`,
      `COMMENT ON TABLE balcao_pix IS 'Pix charges and boletos (boleto: and the bank''s identifier), with what the service or the bank said of them last.'`,
    ],
  },
];

/** The lock of a migration: any number that is the same in every version. */
const LOCK = 7_216_043_911;

/** The oldest supported version of PostgreSQL: 13. */
const OLDEST_VERSION = 130_000;

/**
 * Updates the tables, even if other processes start at the same time: all steps in one transaction, or none. Steps that only a newer
 * version knows are left alone.
 *
 * @throws {Error} A step that ran differs from the step of this version, or the database is older than PostgreSQL 13.
 */
export async function migrate(database: SqlDatabase, migrations: readonly Migration[]): Promise<void> {
  const steps = await Promise.all(migrations.map(async (step) => ({ ...step, checksum: await hashText(step.statements.join(';\n')) })));
  await database.transaction(async (query) => {
    const [version = {}] = await query(`SELECT current_setting('server_version_num')::integer AS version`);
    if (getInteger(version, 'version') < OLDEST_VERSION) throw new Error('The ledger needs PostgreSQL 13 or later.');
    await query('SELECT pg_advisory_xact_lock($1::bigint)', [LOCK]);
    const done = await fetchChecksums(query);
    for (const { id, checksum, statements, functions = [] } of steps) {
      const known = done.get(id);
      if (known === checksum && (await hasFunctions(query, functions))) continue;
      if (known !== undefined && known !== checksum) {
        throw new Error(
          `The migration ${id} of the ledger ran with another text than this version of Balcão has. Somebody changed it, or this is a build of ` +
            `your own: restore the released version, and do not edit balcao_migrations.`,
        );
      }
      // The statements run one after the other: each needs the earlier ones.
      for (const statement of statements) await query(statement);
      await query('INSERT INTO balcao_migrations (id, checksum) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [id, checksum]);
    }
  });
}

async function hasFunctions(query: SqlQuery, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return true;
  const missing = await query('SELECT name FROM unnest($1::text[]) AS name WHERE to_regproc(name) IS NULL', [names]);
  return missing.length === 0;
}

/**
 * Fetches the checksums of the steps that ran. The table is created only if it is missing: a user without `CREATE` may start with a
 * database that is up to date.
 */
async function fetchChecksums(query: SqlQuery): Promise<Map<string, string>> {
  const [table] = await query(`SELECT 1 AS one WHERE to_regclass('balcao_migrations') IS NOT NULL`);
  if (!table) {
    await query(`CREATE TABLE balcao_migrations (id text PRIMARY KEY, checksum text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())`);
    return new Map();
  }
  const rows = await query('SELECT id, checksum FROM balcao_migrations');
  return new Map(rows.map((row) => [getText(row, 'id'), getText(row, 'checksum')]));
}
