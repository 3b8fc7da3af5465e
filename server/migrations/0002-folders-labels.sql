-- Passwords, visibility and nesting of folders; labels with their own index and counters.
ALTER TABLE folders
  ADD COLUMN password_hash text,
  ADD COLUMN hidden boolean NOT NULL DEFAULT false,
  -- Until when somebody is emptying it: nothing is deleted into it meanwhile. Renewed while the work goes on.
  ADD COLUMN emptying_until timestamptz(3),
  ADD CONSTRAINT folders_system_open CHECK (role IS NULL OR password_hash IS NULL),
  ADD FOREIGN KEY (account_id, parent_id) REFERENCES folders (account_id, id);
CREATE INDEX folders_locked ON folders (account_id) WHERE password_hash IS NOT NULL;
CREATE UNIQUE INDEX folders_sibling_name ON folders (account_id, coalesce(parent_id, 0), lower(name)) WHERE role IS NULL;

-- Password folders that this login has opened; logout and the lock screen empty it (G78).
ALTER TABLE sessions ADD COLUMN unlocked_folders bigint[] NOT NULL DEFAULT '{}';
CREATE INDEX sessions_of_account ON sessions (account_id) WHERE revoked_at IS NULL;

CREATE TABLE labels (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  color smallint NOT NULL DEFAULT 0,
  -- 0 means enabled (L63).
  state smallint NOT NULL DEFAULT 0 CHECK (state IN (0, 1)),
  sort int NOT NULL DEFAULT 0,
  -- Out of sight; taken from its mails in steps, and then gone.
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX labels_name ON labels (account_id, lower(name)) WHERE deleted_at IS NULL;

-- messages.labels the other way round. By folder, so that a folder with a password is left out by not looking there.
CREATE TABLE message_labels (
  account_id bigint NOT NULL,
  label_id bigint NOT NULL,
  folder_id bigint NOT NULL,
  received_at timestamptz(3) NOT NULL,
  message_id bigint NOT NULL,
  PRIMARY KEY (account_id, label_id, folder_id, received_at, message_id)
);

-- Kept in the transaction of each change, like the counters of folders.
CREATE TABLE label_counts (
  account_id bigint NOT NULL,
  label_id bigint NOT NULL,
  folder_id bigint NOT NULL,
  total int NOT NULL DEFAULT 0,
  unread int NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, label_id, folder_id)
) WITH (fillfactor = 50);
