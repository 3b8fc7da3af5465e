-- The log of the console as a chain: each link has the hash of all before it, so a row that was changed, left out or put in
-- is found (`hongyan verify`). One link says what is going to be done, a second one that it was.
CREATE TABLE console_act_links (
  organisation_id bigint NOT NULL REFERENCES organisations,
  seq bigint NOT NULL,
  act_id bigint NOT NULL,
  entry text NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (organisation_id, seq)
);
CREATE INDEX console_act_links_of_act ON console_act_links (act_id);

-- Where each chain ends.
CREATE TABLE console_act_ends (
  organisation_id bigint PRIMARY KEY REFERENCES organisations,
  count bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT ''
);

-- What was done before there was a chain is its beginning.
DO $$
DECLARE
  one record;
  entry_text text;
  texts text[];
  last_hash bytea := '';
  last_seq bigint := 0;
  last_organisation bigint := 0;
BEGIN
  FOR one IN SELECT * FROM console_acts ORDER BY organisation_id, id LOOP
    IF one.organisation_id <> last_organisation THEN
      last_organisation := one.organisation_id;
      last_hash := '';
      last_seq := 0;
    END IF;
    texts := ARRAY[jsonb_build_object('id', one.id, 'at', to_char(one.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'who', one.who, 'act', one.act, 'whom', one.whom, 'details', one.details, 'ip', one.ip)::text];
    IF one.done_at IS NOT NULL THEN
      texts := texts || jsonb_build_object('id', one.id,
        'doneAt', to_char(one.done_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text;
    END IF;
    FOREACH entry_text IN ARRAY texts LOOP
      last_seq := last_seq + 1;
      last_hash := sha256(last_hash || '\x00'::bytea || convert_to(entry_text, 'UTF8'));
      INSERT INTO console_act_links VALUES (one.organisation_id, last_seq, one.id, entry_text, last_hash);
    END LOOP;
    INSERT INTO console_act_ends VALUES (one.organisation_id, last_seq, last_hash)
      ON CONFLICT (organisation_id) DO UPDATE SET count = EXCLUDED.count, hash = EXCLUDED.hash;
  END LOOP;
END $$;

CREATE FUNCTION console_act_links_stay() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'the log of the console is not changed'; END $$;
CREATE TRIGGER console_act_links_stay BEFORE UPDATE OR DELETE ON console_act_links
  FOR EACH ROW EXECUTE FUNCTION console_act_links_stay();
