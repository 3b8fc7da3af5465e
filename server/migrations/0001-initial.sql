-- The first schema. Tables that grow carry account_id first in their keys (architecture §1).
-- timestamptz(3): a JavaScript Date has milliseconds; a finer cursor would skip or repeat rows.
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE organisations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE domains (
  name text PRIMARY KEY CHECK (name = lower(name)),
  organisation_id bigint NOT NULL REFERENCES organisations,
  dkim_selector text NOT NULL,
  dkim_private_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE departments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  parent_id bigint REFERENCES departments,
  name text NOT NULL,
  sort int NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- A mailbox: personal or public. modseq is the position of its change feed (RFC 7162).
CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  kind text NOT NULL DEFAULT 'personal' CHECK (kind IN ('personal', 'public')),
  address text NOT NULL UNIQUE,
  display_name text NOT NULL,
  quota_bytes bigint NOT NULL DEFAULT 10737418240,
  used_bytes bigint NOT NULL DEFAULT 0,
  modseq bigint NOT NULL DEFAULT 1,
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- Every address that reaches an account, in lower case: its own and its aliases.
CREATE TABLE addresses (
  address text PRIMARY KEY CHECK (address = lower(address)),
  account_id bigint NOT NULL REFERENCES accounts,
  is_primary boolean NOT NULL DEFAULT false
);
CREATE INDEX addresses_of_account ON addresses (account_id);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  account_id bigint NOT NULL UNIQUE REFERENCES accounts,
  department_id bigint REFERENCES departments,
  name text NOT NULL,
  password_hash text NOT NULL,
  is_admin boolean NOT NULL DEFAULT false,
  gender smallint NOT NULL DEFAULT 2,
  duties text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  settings jsonb NOT NULL DEFAULT '{}',
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- One login = one token family. Only hashes of tokens are stored.
CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  account_id bigint NOT NULL REFERENCES accounts,
  access_hash bytea NOT NULL UNIQUE,
  access_expires_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  revoked_reason text,
  user_agent text NOT NULL DEFAULT '',
  ip text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX sessions_of_user ON sessions (user_id) WHERE revoked_at IS NULL;

CREATE TABLE refresh_tokens (
  hash bytea PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES sessions ON DELETE CASCADE,
  used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);

-- Failed logins per account name and per network, for the lock of P7.
CREATE TABLE login_failures (
  key text PRIMARY KEY,
  failures int NOT NULL,
  since timestamptz(3) NOT NULL
);

-- Every stored content once; refs counts the rows that point to it (messages, uploads, submissions).
CREATE TABLE blobs (
  hash bytea PRIMARY KEY,
  size int NOT NULL,
  stored_size int NOT NULL,
  refs int NOT NULL,
  released_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX blobs_unreferenced ON blobs (released_at) WHERE refs = 0;

-- An IMAP mailbox. total, unread and bytes are kept in the transaction of each change.
CREATE TABLE folders (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  parent_id bigint,
  role text CHECK (role IN ('inbox', 'sent', 'drafts', 'trash', 'junk', 'archive')),
  name text NOT NULL,
  uid_validity bigint NOT NULL,
  uid_next bigint NOT NULL DEFAULT 1,
  modseq bigint NOT NULL DEFAULT 1,
  total int NOT NULL DEFAULT 0,
  unread int NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  sort int NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX folders_role ON folders (account_id, role) WHERE role IS NOT NULL;

-- Blocks of 64: a process hands out ids from its block without asking.
CREATE SEQUENCE message_ids INCREMENT BY 64;

-- One row per copy, in one folder, with what a list needs.
CREATE TABLE messages (
  account_id bigint NOT NULL,
  id bigint NOT NULL,
  folder_id bigint NOT NULL,
  uid bigint NOT NULL,
  modseq bigint NOT NULL,
  thread_id bigint NOT NULL,
  received_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3),
  size int NOT NULL,
  seen boolean NOT NULL DEFAULT false,
  starred boolean NOT NULL DEFAULT false,
  answered boolean NOT NULL DEFAULT false,
  forwarded boolean NOT NULL DEFAULT false,
  draft boolean NOT NULL DEFAULT false,
  pinned boolean NOT NULL DEFAULT false,
  has_attachment boolean NOT NULL DEFAULT false,
  color smallint NOT NULL DEFAULT 0,
  labels bigint[] NOT NULL DEFAULT '{}',
  keywords text[] NOT NULL DEFAULT '{}',
  blob bytea NOT NULL,
  subject text NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  recipients jsonb NOT NULL,
  preview text NOT NULL,
  message_id text,
  authentication jsonb,
  submission_id bigint,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, folder_id) REFERENCES folders (account_id, id)
) WITH (fillfactor = 85);
CREATE INDEX messages_list ON messages (account_id, folder_id, pinned, received_at, id);
CREATE UNIQUE INDEX messages_uid ON messages (account_id, folder_id, uid);

-- Search lives beside the message, so that a flag change never touches the big index.
CREATE TABLE message_search (
  account_id bigint NOT NULL,
  received_at timestamptz(3) NOT NULL,
  message_id bigint NOT NULL,
  -- Days since 2001: a search looks at the newest ones first, so that a word of every mail costs one page of hits.
  day int NOT NULL GENERATED ALWAYS AS ((received_at AT TIME ZONE 'UTC')::date - DATE '2001-01-01') STORED,
  tsv tsvector NOT NULL,
  PRIMARY KEY (account_id, received_at, message_id)
);
-- Positions of words do not shrink by compression (measured: 0 %), trying costs 40 µs for each mail.
ALTER TABLE message_search ALTER COLUMN tsv SET STORAGE EXTERNAL;
-- New words wait in a list (fast update) until the server settles them shortly after; the limit is for when it does not.
CREATE INDEX message_search_words ON message_search USING gin (account_id, day, tsv) WITH (gin_pending_list_limit = 16384);

-- Which thread a Message-ID (its 64-bit hash) or, as the last resort, a base subject belongs to.
CREATE TABLE thread_members (
  account_id bigint NOT NULL,
  key bigint NOT NULL,
  thread_id bigint NOT NULL,
  PRIMARY KEY (account_id, key)
);

-- The change feed: one typed row per transaction, in the order of commit.
CREATE TABLE changes (
  account_id bigint NOT NULL,
  modseq bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('added', 'flags', 'moved', 'removed', 'folders', 'submission')),
  message_ids bigint[] NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, modseq)
);
CREATE INDEX changes_at ON changes USING brin (at);

-- Deliveries whose 250 may not have reached the sender: a retry of one is recognised (P1).
CREATE TABLE delivery_receipts (
  key bytea PRIMARY KEY,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX delivery_receipts_at ON delivery_receipts (created_at);

-- Outgoing messages: one state machine (idea 3 of the architecture).
CREATE TABLE submissions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint REFERENCES accounts,
  message_id bigint,
  state text NOT NULL CHECK (state IN ('held', 'queued', 'sent', 'failed', 'cancelled')),
  kind text NOT NULL DEFAULT 'mail' CHECK (kind IN ('mail', 'bounce')),
  send_key text,
  envelope_from text NOT NULL,
  blob bytea NOT NULL,
  size int NOT NULL,
  smtputf8 boolean NOT NULL DEFAULT false,
  hold_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (account_id, send_key)
);
CREATE INDEX submissions_of_message ON submissions (account_id, message_id);

CREATE TABLE submission_recipients (
  submission_id bigint NOT NULL REFERENCES submissions ON DELETE CASCADE,
  address text NOT NULL,
  name text NOT NULL DEFAULT '',
  kind text NOT NULL DEFAULT 'to' CHECK (kind IN ('to', 'cc', 'bcc')),
  domain text NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'delivered', 'relayed', 'deferred', 'bounced', 'cancelled')),
  reason text NOT NULL DEFAULT '',
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  -- Who works on it: a random name for each claim, so that only the newest holder may record an outcome.
  lease text,
  lease_until timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (submission_id, address)
);
CREATE INDEX submission_recipients_due ON submission_recipients (next_attempt_at) WHERE state IN ('queued', 'deferred');

-- What the composer holds of a draft; the draft itself is a message in the drafts folder.
CREATE TABLE drafts (
  account_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  message_id bigint NOT NULL,
  version int NOT NULL DEFAULT 1,
  content jsonb NOT NULL,
  sent_submission_id bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX drafts_of_message ON drafts (account_id, message_id);
CREATE INDEX drafts_sent ON drafts (account_id, sent_submission_id) WHERE sent_submission_id IS NOT NULL;

-- Files uploaded for a mail that is not sent yet.
CREATE TABLE uploads (
  account_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  blob bytea NOT NULL,
  file_name text NOT NULL,
  type text NOT NULL,
  size int NOT NULL,
  content_id text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX uploads_used ON uploads (used_at);

-- People an account has written to, for suggestions.
CREATE TABLE correspondents (
  account_id bigint NOT NULL,
  address text NOT NULL,
  name text NOT NULL,
  times int NOT NULL DEFAULT 1,
  last_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, address)
);

-- What they are found by: lower-case name and its words, pinyin, initials, address parts. A prefix is an index range.
CREATE TABLE correspondent_keys (
  account_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (account_id, key, address),
  FOREIGN KEY (account_id, address) REFERENCES correspondents (account_id, address) ON DELETE CASCADE
);
CREATE INDEX correspondent_keys_of_address ON correspondent_keys (account_id, address);

CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
