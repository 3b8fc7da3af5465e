-- One outbox: scheduled mail, separate sending, recall; authorised (read-limited) mail.

ALTER TABLE submissions DROP CONSTRAINT submissions_state_check;
ALTER TABLE submissions ADD CONSTRAINT submissions_state_check
  CHECK (state IN ('held', 'scheduled', 'queued', 'sent', 'failed', 'cancelled', 'recalled'));
ALTER TABLE submissions
  -- When it begins to leave, for the last time: retries and the time for a recall count from here.
  ADD COLUMN due_at timestamptz(3),
  -- Every recipient gets a mail of his own, which names nobody else.
  ADD COLUMN separate boolean NOT NULL DEFAULT false;
UPDATE submissions SET due_at = coalesce(hold_until, created_at);
ALTER TABLE submissions ALTER COLUMN due_at SET NOT NULL;

ALTER TABLE submission_recipients DROP CONSTRAINT submission_recipients_state_check;
ALTER TABLE submission_recipients ADD CONSTRAINT submission_recipients_state_check CHECK (state IN
  ('queued', 'delivered', 'relayed', 'deferred', 'bounced', 'cancelled', 'recalled', 'recall-refused'));
ALTER TABLE submission_recipients
  -- Bytes for this recipient alone (the notice of an authorised mail); null: those of the submission.
  ADD COLUMN blob bytea,
  -- What was put into the mailbox of a colleague, by its hash: a recall finds the copy by it.
  ADD COLUMN copy bytea;
UPDATE submission_recipients r SET copy = s.blob FROM submissions s WHERE s.id = r.submission_id AND r.state = 'delivered';

-- Until then a sent draft may come back (undo, scheduled mail): its content and its files are kept.
ALTER TABLE drafts ADD COLUMN keep_until timestamptz(3);

-- The original of a read-limited mail, sealed, apart from the mail store: mailboxes hold only notices.
CREATE TABLE authorised_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  submission_id bigint NOT NULL UNIQUE,
  blob bytea NOT NULL,
  size int NOT NULL,
  -- The sender's own key; the readers have theirs.
  sealed_key bytea NOT NULL,
  read_limit smallint NOT NULL,
  valid_until timestamptz(3) NOT NULL,
  password_hash text,
  forbid_forward boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX authorised_mails_of_account ON authorised_mails (account_id, id);

CREATE TABLE authorised_readers (
  authorised_id bigint NOT NULL REFERENCES authorised_mails ON DELETE CASCADE,
  address text NOT NULL CHECK (address = lower(address)),
  token_hash bytea NOT NULL UNIQUE,
  remaining smallint NOT NULL,
  -- Null: nothing opens it any more (read as often as allowed, expired, taken back).
  sealed_key bytea,
  recalled_at timestamptz(3),
  code_hash bytea,
  code_until timestamptz(3),
  last_read_at timestamptz(3),
  PRIMARY KEY (authorised_id, address)
);

-- A read that is being shown: its files can be fetched for some minutes.
CREATE TABLE authorised_shows (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  authorised_id bigint NOT NULL REFERENCES authorised_mails ON DELETE CASCADE,
  sealed_key bytea NOT NULL,
  until timestamptz(3) NOT NULL
);
CREATE INDEX authorised_shows_until ON authorised_shows (until);
