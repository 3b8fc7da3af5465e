-- Where each mail went: a row for each recipient of each mail that came to us, and one for each try to hand it on. Written in
-- bulk beside the deliveries, kept 90 days in partitions of a week.
CREATE SEQUENCE traced_ids;
CREATE TABLE traced (
  at timestamptz(3) NOT NULL,
  id bigint NOT NULL DEFAULT nextval('traced_ids'),
  -- Of mail from outside: our name for it, which its Received field says too.
  mail text NOT NULL DEFAULT '',
  -- Of mail of ours.
  submission_id bigint,
  -- In lower case, of a mailbox of ours its main address.
  sender text NOT NULL,
  recipient text NOT NULL,
  -- As the envelope says it.
  written text NOT NULL,
  sender_account bigint,
  recipient_account bigint,
  message_id text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  -- Of the subject: Latin words, and Chinese ones in pairs, each after the number of its day (since 1970, UTC).
  words text[] NOT NULL DEFAULT '{}',
  size int NOT NULL DEFAULT 0,
  -- What became of it at once; '' for mail of ours, whose recipients have a state of their own.
  outcome text NOT NULL DEFAULT '',
  said text NOT NULL DEFAULT '',
  protocol text NOT NULL DEFAULT '',
  ip text NOT NULL DEFAULT '',
  helo text NOT NULL DEFAULT '',
  tls text NOT NULL DEFAULT '',
  -- The message in the recipient's mailbox.
  copy_id bigint,
  PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
ALTER SEQUENCE traced_ids OWNED BY traced.id;
CREATE INDEX traced_by_sender ON traced (sender, at, id);
CREATE INDEX traced_by_recipient ON traced (recipient, at, id);
CREATE INDEX traced_by_message ON traced (message_id, at, id) WHERE message_id <> '';
CREATE INDEX traced_of_submission ON traced (submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX traced_from_account ON traced (sender_account, at, id) WHERE sender_account IS NOT NULL;
CREATE INDEX traced_to_account ON traced (recipient_account, at, id) WHERE recipient_account IS NOT NULL;
CREATE INDEX traced_words ON traced USING gin (words) WHERE words <> '{}';

CREATE TABLE trace_tries (
  at timestamptz(3) NOT NULL,
  id bigint NOT NULL DEFAULT nextval('traced_ids'),
  submission_id bigint NOT NULL,
  address text NOT NULL,
  state text NOT NULL,
  -- A code of ours and what the other server said.
  said text NOT NULL DEFAULT '',
  next_at timestamptz(3),
  copy_id bigint,
  PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
CREATE INDEX trace_tries_of_submission ON trace_tries (submission_id, at, id);

-- Whatever comes while its week has no partition: nothing is refused for want of one.
CREATE TABLE traced_rest PARTITION OF traced DEFAULT;
CREATE TABLE trace_tries_rest PARTITION OF trace_tries DEFAULT;

-- Makes the partitions of this week and the next three, with what waits for them among the rest, and drops those that are over.
CREATE FUNCTION trace_upkeep(today timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  part text;
  monday timestamp;
  first timestamptz;
  last timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(7265019);
  FOREACH parent IN ARRAY ARRAY['traced', 'trace_tries'] LOOP
    FOR week IN 0..3 LOOP
      monday := date_trunc('week', today AT TIME ZONE 'UTC') + week * interval '7 days';
      part := parent || '_' || to_char(monday, 'YYYYMMDD');
      CONTINUE WHEN to_regclass(part) IS NOT NULL;
      first := monday AT TIME ZONE 'UTC';
      last := (monday + interval '7 days') AT TIME ZONE 'UTC';
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
      EXECUTE format('WITH moved AS (DELETE FROM %I WHERE at >= %L AND at < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
        parent || '_rest', first, last, part);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, first, last);
    END LOOP;
    FOR part IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = parent::regclass AND c.relname ~ '_\d{8}$'
        AND to_date(right(c.relname, 8), 'YYYYMMDD') + 7 < (today AT TIME ZONE 'UTC')::date - 90
    LOOP
      EXECUTE format('DROP TABLE %I', part);
    END LOOP;
    EXECUTE format('DELETE FROM %I WHERE at < %L', parent || '_rest', today - interval '90 days');
  END LOOP;
END $$;
SELECT trace_upkeep(now());
