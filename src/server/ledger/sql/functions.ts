/**
 * The functions of the ledger in the database. One of them takes one round trip where its statements would take several, and keeps their plans
 * for as long as the connection lives. They are `VOLATILE`, so that under `READ COMMITTED` each of their statements has a snapshot of its own
 * (PostgreSQL's manual, "Function Volatility Categories"): what is read after a lock contains all that was committed while it was waited for.
 *
 * Plans may be made while the tables are empty, when reading a whole table is quickest: `enable_seqscan = off` keeps that out.
 *
 * A migration creates each of them, and again where a backup of the tables alone was restored. None ever changes, since older instances keep
 * calling it: one that does something else gets another name.
 */

/**
 * Locks an order's row, creates it if there is none, and reads the order and the time. `WHERE false` locks a known row without a new version
 * of it. With a session, it also counts the tries of a sender, by the condition of `isTry` in the words of an index.
 *
 * A sender is locked, too, once its tries have reached a crowd, which is somewhat below a limit: attempts of such a sender open one after the
 * other, and are counted under the lock.
 */
export const LOCK_ORDER = `CREATE OR REPLACE FUNCTION balcao_lock_order(
  of_order text, of_session text, of_address text, since bigint, session_crowd bigint, address_crowd bigint,
  OUT is_new boolean, OUT holder text, OUT attempts json, OUT pix json, OUT payments json, OUT session json, OUT address json, OUT now bigint
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  of_session_tries record;
  of_address_tries record;
  is_session_near boolean;
  is_address_near boolean;
BEGIN
  INSERT INTO balcao_orders (order_id, changed_at) VALUES (of_order, 0)
  ON CONFLICT (order_id) DO UPDATE SET changed_at = excluded.changed_at WHERE false;
  is_new := FOUND;
  IF of_session IS NOT NULL THEN
    is_address_near := address_crowd <= 0;
    -- A session is always locked before an address, so that two of these locks never wait for each other.
    is_session_near := session_crowd <= 0 OR is_address_near;
    FOR turn IN 1..2 LOOP
      IF is_session_near THEN PERFORM pg_advisory_xact_lock(hashtext('balcao_session'), hashtext(of_session)); END IF;
      IF is_address_near THEN PERFORM pg_advisory_xact_lock(hashtext('balcao_address'), hashtext(of_address)); END IF;
      SELECT count(*) FILTER (WHERE t.state <> 'sent') AS declined, count(*) FILTER (WHERE t.state = 'sent') AS under_way,
        min(t.opened_at) FILTER (WHERE t.state <> 'sent') AS first_at
      INTO of_session_tries FROM balcao_attempts t WHERE t.session = of_session AND t.opened_at > since
        AND (t.state IN ('declined', 'sent') OR t.via = 'token' AND t.told_state = 'declined' AND t.state <> 'charged');
      -- Materialized, or a plan that was made while the table was empty reads the whole index of the sessions' tries.
      WITH t AS MATERIALIZED (SELECT * FROM balcao_attempts b WHERE b.address = of_address AND b.opened_at > since)
      SELECT count(*) FILTER (WHERE t.state <> 'sent') AS declined, count(*) FILTER (WHERE t.state = 'sent') AS under_way,
        min(t.opened_at) FILTER (WHERE t.state <> 'sent') AS first_at
      INTO of_address_tries FROM t
      WHERE t.state IN ('declined', 'sent') OR t.via = 'token' AND t.told_state = 'declined' AND t.state <> 'charged';
      EXIT WHEN (is_session_near OR of_session_tries.declined + of_session_tries.under_way < session_crowd)
        AND (is_address_near OR of_address_tries.declined + of_address_tries.under_way < address_crowd);
      is_session_near := is_session_near OR of_session_tries.declined + of_session_tries.under_way >= session_crowd;
      is_address_near := is_address_near OR of_address_tries.declined + of_address_tries.under_way >= address_crowd;
    END LOOP;
    session := json_build_array(of_session_tries);
    address := json_build_array(of_address_tries);
  END IF;
  IF NOT is_new THEN
    SELECT o.holder,
      (SELECT json_agg(a ORDER BY a.seq) FROM balcao_attempts a WHERE a.order_id = o.order_id),
      (SELECT json_agg(x ORDER BY x.seq) FROM balcao_pix x WHERE x.order_id = o.order_id),
      (SELECT json_agg(p ORDER BY p.seq) FROM balcao_payments p WHERE p.order_id = o.order_id)
    INTO holder, attempts, pix, payments FROM balcao_orders o WHERE o.order_id = of_order;
  END IF;
  now := floor(extract(epoch FROM clock_timestamp()) * 1000);
END $$`;

/** Locks and reads a payment. Sets the time limits of the transaction, ms: of a statement, and of a pause between two. */
export const LOCK_PAYMENT = `CREATE OR REPLACE FUNCTION balcao_lock_payment(of_payment text, limit_ms bigint) RETURNS SETOF balcao_payments
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF limit_ms IS NOT NULL THEN
    PERFORM set_config('statement_timeout', limit_ms::text, true), set_config('idle_in_transaction_session_timeout', (2 * limit_ms)::text, true);
  END IF;
  RETURN QUERY SELECT * FROM balcao_payments p WHERE p.payment_id = of_payment FOR UPDATE;
END $$`;

/**
 * Writes what was added to an order, and what changed: rows as JSON, in parameters of text, since some drivers format a text for JSON again. It names each column, so that columns of a newer version keep their values.
 * Only `SETTLE_PAYMENT` writes the `settled_at` of a known row. Rows get their `seq` in this order. If a row that changed is not there any more,
 * the transaction is to begin again.
 */
export const WRITE_ORDER = `CREATE OR REPLACE FUNCTION balcao_write_order(
  of_order text, new_holder text, at bigint,
  added_attempts text, changed_attempts text, added_pix text, changed_pix text, added_payments text, changed_payments text
) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  a balcao_attempts;
  x balcao_pix;
  p balcao_payments;
BEGIN
  IF added_attempts IS NOT NULL THEN
    INSERT INTO balcao_attempts (attempt_id, order_id, method, via, session, amount_cents, state, opened_at, may_charge_until, sent_at,
      ended_at, ended_by, identifier, told_state, told_at, told_identifier, told_last4, told_card_id, told_installments, guess, address,
      repeats, repeats_since, ask_at)
    SELECT attempt_id, order_id, method, via, session, amount_cents, state, opened_at, may_charge_until, sent_at, ended_at, ended_by,
      identifier, told_state, told_at, told_identifier, told_last4, told_card_id, told_installments, guess, address, repeats,
      repeats_since, ask_at
    FROM json_populate_recordset(NULL::balcao_attempts, added_attempts::json);
  END IF;
  IF changed_attempts IS NOT NULL THEN
    FOR a IN SELECT * FROM json_populate_recordset(NULL::balcao_attempts, changed_attempts::json) LOOP
      UPDATE balcao_attempts t SET method = a.method, via = a.via, session = a.session, amount_cents = a.amount_cents, state = a.state,
        opened_at = a.opened_at, may_charge_until = a.may_charge_until, sent_at = a.sent_at, ended_at = a.ended_at,
        ended_by = a.ended_by, identifier = a.identifier, told_state = a.told_state, told_at = a.told_at,
        told_identifier = a.told_identifier, told_last4 = a.told_last4, told_card_id = a.told_card_id,
        told_installments = a.told_installments, guess = a.guess, address = a.address, repeats = a.repeats,
        repeats_since = a.repeats_since, ask_at = a.ask_at
      WHERE t.attempt_id = a.attempt_id AND t.order_id = of_order;
      IF NOT FOUND THEN RAISE serialization_failure USING MESSAGE = 'A row that was read is not there any more.'; END IF;
    END LOOP;
  END IF;
  IF added_pix IS NOT NULL THEN
    INSERT INTO balcao_pix (charge_id, order_id, session, due_cents, amount_cents, created_at, expires_at, status, answered_at, ask_at)
    SELECT charge_id, order_id, session, due_cents, amount_cents, created_at, expires_at, status, answered_at, ask_at
    FROM json_populate_recordset(NULL::balcao_pix, added_pix::json);
  END IF;
  IF changed_pix IS NOT NULL THEN
    FOR x IN SELECT * FROM json_populate_recordset(NULL::balcao_pix, changed_pix::json) LOOP
      UPDATE balcao_pix t SET session = x.session, due_cents = x.due_cents, amount_cents = x.amount_cents, created_at = x.created_at,
        expires_at = x.expires_at, status = x.status, answered_at = x.answered_at, ask_at = x.ask_at
      WHERE t.charge_id = x.charge_id AND t.order_id = of_order;
      IF NOT FOUND THEN RAISE serialization_failure USING MESSAGE = 'A row that was read is not there any more.'; END IF;
    END LOOP;
  END IF;
  IF added_payments IS NOT NULL THEN
    INSERT INTO balcao_payments (payment_id, order_id, method, kind, amount_cents, identifier, learned_at, learned_by, returned_at,
      settled_at)
    SELECT payment_id, order_id, method, kind, amount_cents, identifier, learned_at, learned_by, returned_at, settled_at
    FROM json_populate_recordset(NULL::balcao_payments, added_payments::json);
  END IF;
  IF changed_payments IS NOT NULL THEN
    FOR p IN SELECT * FROM json_populate_recordset(NULL::balcao_payments, changed_payments::json) LOOP
      UPDATE balcao_payments t SET method = p.method, kind = p.kind, amount_cents = p.amount_cents, identifier = p.identifier,
        learned_at = p.learned_at, learned_by = p.learned_by, returned_at = p.returned_at
      WHERE t.payment_id = p.payment_id AND t.order_id = of_order;
      IF NOT FOUND THEN RAISE serialization_failure USING MESSAGE = 'A row that was read is not there any more.'; END IF;
    END LOOP;
  END IF;
  UPDATE balcao_orders o SET holder = new_holder, changed_at = greatest(o.changed_at, at) WHERE o.order_id = of_order;
  IF NOT FOUND THEN RAISE serialization_failure USING MESSAGE = 'A row that was read is not there any more.'; END IF;
END $$`;

/** Marks a payment as settled, and as to be delivered if its effect outside of the database is due. */
export const SETTLE_PAYMENT = `CREATE OR REPLACE FUNCTION balcao_settle_payment(of_payment text, at bigint, is_delivered boolean) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF is_delivered THEN
    INSERT INTO balcao_outbox (payment_id, due_at) VALUES (of_payment, at) ON CONFLICT (payment_id) DO NOTHING;
  END IF;
  UPDATE balcao_payments SET settled_at = at WHERE payment_id = of_payment;
END $$`;
