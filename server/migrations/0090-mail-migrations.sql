-- Mail that is fetched from another mailbox.
CREATE TABLE mail_migrations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  address text NOT NULL,
  protocol text NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  security text NOT NULL,
  user_name text NOT NULL,
  -- Sealed; gone with the end of the migration.
  secret bytea,
  -- Days, both in the range; null: all.
  since date,
  until date,
  state text NOT NULL DEFAULT 'dispatching',
  reason text,
  total integer,
  imported integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  -- Cut lines in a row, and when the next try is due.
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX mail_migrations_of_account ON mail_migrations (account_id, id);
-- One of an account runs at a time.
CREATE UNIQUE INDEX mail_migrations_running ON mail_migrations (account_id) WHERE state IN ('dispatching', 'inProgress', 'paused');
CREATE INDEX mail_migrations_due ON mail_migrations (due_at) WHERE state IN ('dispatching', 'inProgress');

-- Its folders, in the order in which they are fetched, and how far each is.
CREATE TABLE mail_migration_folders (
  migration_id bigint NOT NULL REFERENCES mail_migrations ON DELETE CASCADE,
  seq integer NOT NULL,
  path text NOT NULL,
  steps text[] NOT NULL,
  role text,
  is_everything boolean NOT NULL,
  validity text NOT NULL DEFAULT '',
  cursor bigint NOT NULL DEFAULT 0,
  done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (migration_id, seq)
);

-- Messages that were looked at, by what they are called there: for every later migration of the same mailbox.
CREATE TABLE mail_migration_seen (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- SHA-256 of server, user, folder and its validity.
  place bytea NOT NULL,
  uid text NOT NULL,
  PRIMARY KEY (account_id, place, uid)
);

-- Messages that could not be brought in.
CREATE TABLE mail_migration_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  migration_id bigint NOT NULL REFERENCES mail_migrations ON DELETE CASCADE,
  folder text NOT NULL,
  uid text NOT NULL,
  about text NOT NULL,
  size bigint NOT NULL,
  at timestamptz(3),
  reason text NOT NULL
);
CREATE INDEX mail_migration_failures_of ON mail_migration_failures (migration_id, id);
