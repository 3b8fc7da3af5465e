-- Rules about what leaves: an order of their own, departments by id, and what they do besides holding (ADR 40).

ALTER TABLE approval_rules ADD COLUMN sort int NOT NULL DEFAULT 0;
UPDATE approval_rules r SET sort = o.place
  FROM (SELECT id, row_number() OVER (PARTITION BY organisation_id ORDER BY id) AS place FROM approval_rules) o
  WHERE o.id = r.id;

-- Departments by name become departments by id; a name that nobody has becomes 0, which is nobody's.
UPDATE approval_rules r SET rule = jsonb_set(r.rule, '{departments}', (
    SELECT coalesce(jsonb_agg(DISTINCT x.id), '[0]'::jsonb) FROM (
      SELECT d.id FROM jsonb_array_elements_text(r.rule -> 'departments') AS n (name)
        JOIN departments d ON d.organisation_id = r.organisation_id AND lower(d.name) = lower(n.name)) x))
  WHERE jsonb_typeof(r.rule -> 'departments') = 'array' AND jsonb_array_length(r.rule -> 'departments') > 0;

-- Addresses outside to which the groups of a mail may pass it on: those that were in them when the gate looked. Null: whoever is in them.
ALTER TABLE submissions ADD COLUMN reach text[];

-- What rules asked the writers of mails, under the keys of those mails, and what these answered.
CREATE TABLE policy_answers (
  account_id bigint NOT NULL REFERENCES accounts,
  send_key text NOT NULL,
  rule_id bigint NOT NULL,
  -- Of what was asked: rule, reasons and recipients. Another mail under the key is asked anew.
  asked bytea NOT NULL,
  question jsonb NOT NULL,
  -- Null: not answered yet. '' where no reason was wanted.
  answer text,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, send_key, rule_id)
);
CREATE INDEX policy_answers_by_time ON policy_answers (at);

-- What rules did.
CREATE TABLE policy_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  at timestamptz(3) NOT NULL,
  rule_name text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('confirmed', 'justified', 'encrypt', 'stripped', 'blocked', 'copied')),
  -- Who wrote it.
  who text NOT NULL,
  subject text NOT NULL,
  recipients int NOT NULL,
  reasons jsonb NOT NULL,
  note text NOT NULL DEFAULT ''
);
CREATE INDEX policy_events_of_organisation ON policy_events (organisation_id, id);
CREATE INDEX policy_events_by_time ON policy_events (at);
