-- What administrators want to be told of, and how much one person may send.
CREATE TABLE alarm_settings (
  organisation_id bigint PRIMARY KEY REFERENCES organisations,
  settings jsonb NOT NULL,
  -- Signs what is sent to the webhook; sealed.
  secret bytea,
  changed_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE alarms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  kind text NOT NULL,
  -- Whose, where it is about one mailbox.
  about text NOT NULL DEFAULT '',
  figure double precision NOT NULL,
  since timestamptz(3) NOT NULL,
  ended_at timestamptz(3)
);
CREATE UNIQUE INDEX alarms_going_on ON alarms (organisation_id, kind, about) WHERE ended_at IS NULL;
CREATE INDEX alarms_latest ON alarms (organisation_id, id);

-- Mailboxes from which nothing leaves until an administrator lets it.
CREATE TABLE sending_holds (
  account_id bigint PRIMARY KEY REFERENCES accounts,
  -- mass or bounces.
  why text NOT NULL,
  figure int NOT NULL,
  since timestamptz(3) NOT NULL
);
CREATE INDEX sending_holds_latest ON sending_holds (since, account_id);
-- What was sent before an administrator let it send again counts no more.
ALTER TABLE accounts ADD COLUMN sending_free_since timestamptz(3);
