-- A wave of one mail that administrators take back from all mailboxes (ADR 46).
CREATE TABLE protection_waves (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  -- What is looked for, and since when.
  kind text NOT NULL CHECK (kind IN ('sender', 'subject', 'message-id', 'url', 'hash')),
  sought text NOT NULL,
  since timestamptz(3) NOT NULL,
  -- searching → found → taking → taken → returning → returned; stopped where a search finds too much.
  state text NOT NULL DEFAULT 'searching'
    CHECK (state IN ('searching', 'found', 'taking', 'taken', 'returning', 'returned', 'stopped')),
  -- Mailboxes up to this one were looked through.
  account_done bigint NOT NULL DEFAULT 0,
  accounts int NOT NULL DEFAULT 0,
  made_by text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX protection_waves_latest ON protection_waves (organisation_id, id);

-- Its copies. Opened: as it was when they were found.
CREATE TABLE protection_wave_copies (
  wave_id bigint NOT NULL REFERENCES protection_waves ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  blob bytea NOT NULL,
  subject text NOT NULL,
  from_address text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  opened boolean NOT NULL,
  state text NOT NULL DEFAULT 'found' CHECK (state IN ('found', 'taken', 'gone', 'returned')),
  PRIMARY KEY (wave_id, id)
);
CREATE UNIQUE INDEX protection_wave_copies_once ON protection_wave_copies (wave_id, account_id, message_id);
CREATE INDEX protection_wave_copies_left ON protection_wave_copies (wave_id, state, id);

-- Where a taken back copy lay, for its return; of other held mail null.
ALTER TABLE quarantine ADD COLUMN wave_id bigint;
ALTER TABLE quarantine ADD COLUMN place jsonb;
CREATE INDEX quarantine_of_wave ON quarantine (wave_id, id) WHERE wave_id IS NOT NULL;
