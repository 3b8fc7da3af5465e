-- Mail that must be approved before it leaves (ADR 34).

ALTER TABLE submissions DROP CONSTRAINT submissions_state_check;
ALTER TABLE submissions ADD CONSTRAINT submissions_state_check CHECK (state IN
  ('held', 'scheduled', 'awaiting-approval', 'queued', 'sent', 'failed', 'cancelled', 'rejected', 'recalled'));

ALTER TABLE changes DROP CONSTRAINT changes_kind_check;
ALTER TABLE changes ADD CONSTRAINT changes_kind_check
  CHECK (kind IN ('added', 'flags', 'moved', 'removed', 'folders', 'submission', 'todo', 'members', 'approval'));

CREATE TABLE approval_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  name text NOT NULL,
  -- As the contract has it; approvers by address.
  rule jsonb NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  UNIQUE (organisation_id, name)
);

CREATE TABLE approval_lists (
  organisation_id bigint NOT NULL REFERENCES organisations,
  name text NOT NULL,
  words text[] NOT NULL,
  PRIMARY KEY (organisation_id, name)
);

-- One held mail. What holds it was written down when it was handed over: a rule that changes later does not free it.
CREATE TABLE approvals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  submission_id bigint NOT NULL UNIQUE,
  organisation_id bigint NOT NULL REFERENCES organisations,
  -- The mailbox that it is from, and the mailbox of the person who wrote it.
  account_id bigint NOT NULL REFERENCES accounts,
  writer_id bigint NOT NULL REFERENCES accounts,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected', 'withdrawn')),
  rule_name text NOT NULL,
  reasons jsonb NOT NULL,
  -- Needs, hours and what happens after them, by level.
  levels jsonb NOT NULL,
  level smallint NOT NULL DEFAULT 1,
  deadline_at timestamptz(3),
  subject text NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  recipients jsonb NOT NULL,
  has_files boolean NOT NULL,
  -- The mail as it will be read, kept as evidence.
  blob bytea NOT NULL,
  size int NOT NULL,
  scheduled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  -- Length and last link of its trail.
  trail_count int NOT NULL DEFAULT 0,
  trail_hash bytea NOT NULL DEFAULT ''
);
CREATE INDEX approvals_of_writer ON approvals (writer_id, created_at, id);
CREATE INDEX approvals_pending ON approvals (deadline_at) WHERE state = 'pending';

CREATE TABLE approval_approvers (
  approval_id bigint NOT NULL REFERENCES approvals,
  level smallint NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  -- Of the moment when the mail was handed over.
  address text NOT NULL,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'none' CHECK (state IN ('waiting', 'approved', 'rejected', 'passed', 'none')),
  PRIMARY KEY (approval_id, level, account_id)
);
CREATE INDEX approval_approvers_of_account ON approval_approvers (account_id, approval_id);

-- What happened, each entry chained to the one before. Entries are added and never changed.
CREATE TABLE approval_trail (
  approval_id bigint NOT NULL REFERENCES approvals,
  seq int NOT NULL,
  entry text NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (approval_id, seq)
);
CREATE FUNCTION approval_trail_stays() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'the trail of approvals is not changed'; END $$;
CREATE TRIGGER approval_trail_stays BEFORE UPDATE OR DELETE ON approval_trail
  FOR EACH ROW EXECUTE FUNCTION approval_trail_stays();

-- Who decides in an approver's place.
CREATE TABLE approval_deputies (
  account_id bigint PRIMARY KEY REFERENCES accounts,
  deputy_id bigint NOT NULL REFERENCES accounts,
  from_at timestamptz(3),
  until_at timestamptz(3)
);
CREATE INDEX approval_deputies_of_deputy ON approval_deputies (deputy_id);

-- Approvers that senders chose, or shall choose, for a mail under its key.
CREATE TABLE approval_choices (
  account_id bigint NOT NULL REFERENCES accounts,
  send_key text NOT NULL,
  -- Accounts that may be chosen; null: not known yet.
  candidates jsonb,
  approver text,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, send_key)
);
