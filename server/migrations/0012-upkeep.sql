-- The feed is swept: rows up to this position may be gone, and a browser that stands before it loads everything again.
ALTER TABLE accounts ADD COLUMN feed_floor bigint NOT NULL DEFAULT 0;

-- Mail brought in from files: the mails wait here as blobs until a job has put them into their folder.
CREATE TABLE mail_imports (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  folder_id bigint NOT NULL,
  skip_duplicates boolean NOT NULL,
  -- Folders that the login could not see: their mail is not looked at for duplicates.
  hidden bigint[] NOT NULL,
  -- More files may come.
  open boolean NOT NULL DEFAULT true,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'stopped')),
  total int NOT NULL DEFAULT 0,
  imported int NOT NULL DEFAULT 0,
  skipped int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX mail_imports_updated ON mail_imports (updated_at);

-- With a blob a mail that waits, with a reason one that was not brought in.
CREATE TABLE mail_import_items (
  account_id bigint NOT NULL,
  import_id bigint NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  blob bytea,
  size int NOT NULL DEFAULT 0,
  seen boolean NOT NULL DEFAULT false,
  starred boolean NOT NULL DEFAULT false,
  reason text,
  PRIMARY KEY (account_id, import_id, seq),
  FOREIGN KEY (account_id, import_id) REFERENCES mail_imports (account_id, id) ON DELETE CASCADE,
  CHECK ((blob IS NULL) <> (reason IS NULL))
);

-- Where an action on a whole folder has put mail, piece by piece, so that it can be taken back.
CREATE TABLE bulk_moves (
  account_id bigint NOT NULL,
  job_id bigint NOT NULL,
  piece bigint GENERATED ALWAYS AS IDENTITY,
  folder_id bigint NOT NULL,
  message_ids bigint[] NOT NULL,
  PRIMARY KEY (account_id, job_id, piece),
  FOREIGN KEY (account_id, job_id) REFERENCES bulk_actions (account_id, id) ON DELETE CASCADE
);
-- The action that one takes back; each can be taken back once.
ALTER TABLE bulk_actions ADD COLUMN undo_of bigint;
CREATE UNIQUE INDEX bulk_actions_undo ON bulk_actions (account_id, undo_of) WHERE undo_of IS NOT NULL;
