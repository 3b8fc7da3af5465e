-- Whether a second pair of eyes is needed before mail of people leaves as a file. No row: it is.
CREATE TABLE mail_export_rules (
  organisation_id bigint PRIMARY KEY REFERENCES organisations,
  four_eyes boolean NOT NULL DEFAULT true,
  -- Who wants it off: somebody else must want it too.
  off_asked_by bigint REFERENCES users,
  off_asked_at timestamptz(3)
);
CREATE INDEX mail_export_rules_asked ON mail_export_rules (off_asked_by) WHERE off_asked_by IS NOT NULL;

CREATE TABLE mail_exports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  state text NOT NULL CHECK (state IN ('waiting', 'refused', 'withdrawn', 'lapsed', 'working', 'ready', 'failed', 'gone')),
  reason text NOT NULL,
  hold_id bigint REFERENCES legal_holds,
  -- Which mail, by when it came; null: from the beginning, to the end.
  mail_from timestamptz(3),
  mail_until timestamptz(3),
  -- Only mail from or to whom this is found in; '' for all.
  party text NOT NULL DEFAULT '',
  tell text NOT NULL CHECK (tell IN ('now', 'later', 'never')),
  tell_days int,
  -- Why nobody is told.
  silence text NOT NULL DEFAULT '',
  -- As it was when this was asked for.
  four_eyes boolean NOT NULL,
  asked_by bigint NOT NULL REFERENCES users,
  asked_address text NOT NULL,
  asked_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_by bigint REFERENCES users,
  decided_address text NOT NULL DEFAULT '',
  decided_at timestamptz(3),
  word text NOT NULL DEFAULT '',
  mails int NOT NULL DEFAULT 0,
  unreadable int NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  trouble text NOT NULL DEFAULT '',
  index_size bigint,
  index_crc bigint,
  manifest text,
  made_at timestamptz(3),
  expires_at timestamptz(3),
  tell_at timestamptz(3),
  downloads int NOT NULL DEFAULT 0
);
CREATE INDEX mail_exports_latest ON mail_exports (organisation_id, id);
CREATE INDEX mail_exports_open ON mail_exports (state, asked_at) WHERE state IN ('waiting', 'working', 'ready');
CREATE INDEX mail_exports_of_hold ON mail_exports (hold_id) WHERE hold_id IS NOT NULL;
CREATE INDEX mail_exports_asked ON mail_exports (asked_by);
CREATE INDEX mail_exports_decided ON mail_exports (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX mail_exports_to_tell ON mail_exports (tell_at) WHERE tell_at IS NOT NULL;

CREATE TABLE mail_export_people (
  export_id bigint NOT NULL REFERENCES mail_exports,
  account_id bigint NOT NULL REFERENCES accounts,
  name text NOT NULL,
  address text NOT NULL,
  -- False: only what a legal hold has kept of this person.
  whole boolean NOT NULL,
  -- How far the work is.
  source text NOT NULL DEFAULT 'mailbox' CHECK (source IN ('mailbox', 'deleted', 'kept', 'done')),
  last_id bigint NOT NULL DEFAULT 0,
  mails int NOT NULL DEFAULT 0,
  told_at timestamptz(3),
  PRIMARY KEY (export_id, account_id)
);
CREATE INDEX mail_export_people_of ON mail_export_people (account_id);

-- What the file is made of. Each row has a reference to its blob, so that nothing of it goes while the file may be fetched.
CREATE TABLE mail_export_items (
  export_id bigint NOT NULL REFERENCES mail_exports,
  seq int NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts,
  message_id bigint NOT NULL,
  path text NOT NULL,
  -- Null: its bytes could not be read.
  blob bytea,
  size int NOT NULL,
  crc bigint NOT NULL,
  received_at timestamptz(3) NOT NULL,
  -- Of the index.
  line text NOT NULL,
  PRIMARY KEY (export_id, seq),
  UNIQUE (export_id, account_id, message_id)
);
CREATE INDEX mail_export_items_of ON mail_export_items (account_id);

-- Each fetches the file once, within a minute, while the console is open that asked for it.
CREATE TABLE mail_export_tickets (
  hash bytea PRIMARY KEY,
  export_id bigint NOT NULL REFERENCES mail_exports,
  user_id bigint NOT NULL REFERENCES users,
  console_hash bytea NOT NULL REFERENCES console_sessions ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX mail_export_tickets_of ON mail_export_tickets (export_id);
CREATE INDEX mail_export_tickets_by ON mail_export_tickets (user_id);
CREATE INDEX mail_export_tickets_in ON mail_export_tickets (console_hash);
