-- Rules, automatic answers, todo mail, the log of the last 30 days and mail that can be fetched back.

-- Classification rules of an account, in their order; the first that matches decides (G91).
CREATE TABLE mail_rules (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  sort int NOT NULL,
  name text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  match text NOT NULL CHECK (match IN ('all', 'any')),
  conditions jsonb NOT NULL,
  action jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);

-- Rules applied to mail that is there already: a job that can be watched and stopped, at most one an account.
CREATE TABLE rule_runs (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  folder_id bigint NOT NULL,
  rule_ids bigint[] NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'stopped')),
  total int NOT NULL,
  done int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  -- Only mail up to this id, and from here on downwards.
  below bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX rule_runs_one ON rule_runs (account_id) WHERE state = 'running';

-- Auto-reply and auto-forward.
CREATE TABLE auto_answers (
  account_id bigint PRIMARY KEY REFERENCES accounts,
  reply_enabled boolean NOT NULL DEFAULT false,
  reply_content text NOT NULL DEFAULT '',
  reply_from timestamptz(3),
  reply_until timestamptz(3),
  forward_enabled boolean NOT NULL DEFAULT false,
  forward_to text[] NOT NULL DEFAULT '{}',
  forward_keep boolean NOT NULL DEFAULT true
);

-- Who got an automatic reply, so that nobody gets two within a week (RFC 3834 section 2).
CREATE TABLE auto_replied (
  account_id bigint NOT NULL,
  address text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, address)
);
CREATE INDEX auto_replied_at ON auto_replied (at);

-- A foreign mail that is passed on is never signed as ours.
ALTER TABLE submissions DROP CONSTRAINT submissions_kind_check;
ALTER TABLE submissions ADD CONSTRAINT submissions_kind_check CHECK (kind IN ('mail', 'bounce', 'forward'));

-- Mail that waits for something to be done about it.
CREATE TABLE todos (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  message_id bigint NOT NULL,
  due_at timestamptz(3),
  note text NOT NULL DEFAULT '',
  done_at timestamptz(3),
  reminded_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, message_id)
);
CREATE INDEX todos_open ON todos (account_id, (coalesce(due_at, timestamptz '9999-12-31 00:00:00+00')), id) WHERE done_at IS NULL;
CREATE INDEX todos_done ON todos (account_id, done_at, id) WHERE done_at IS NOT NULL;

-- The user's own log. Append-only; kept 30 days (L53).
CREATE TABLE activity (
  account_id bigint NOT NULL,
  kind text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  client text NOT NULL DEFAULT '',
  ip text NOT NULL DEFAULT '',
  message_id bigint,
  folder_id bigint,
  target_id bigint,
  peer text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, kind, at, id)
);
CREATE INDEX activity_of_message ON activity (account_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX activity_at ON activity USING brin (at);

-- Mail deleted for good in the last 30 days: the blob stays referenced from here.
CREATE TABLE deleted_messages (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint NOT NULL,
  deleted_at timestamptz(3) NOT NULL DEFAULT now(),
  folder_id bigint NOT NULL,
  blob bytea NOT NULL,
  size int NOT NULL,
  subject text NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  -- The other columns of the message, to be put back as they were.
  message jsonb NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX deleted_messages_list ON deleted_messages (account_id, deleted_at, id);
CREATE INDEX deleted_messages_at ON deleted_messages USING brin (deleted_at);

ALTER TABLE changes DROP CONSTRAINT changes_kind_check;
ALTER TABLE changes ADD CONSTRAINT changes_kind_check
  CHECK (kind IN ('added', 'flags', 'moved', 'removed', 'folders', 'submission', 'labels', 'todo'));
