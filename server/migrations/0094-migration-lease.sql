-- The process that fetches now; nobody else does before this moment.
ALTER TABLE mail_migrations ADD COLUMN holder text, ADD COLUMN held_until timestamptz(3);

-- What cut the line when it was asked for alone (a UID, '' for the folder itself), and how often in a row. How many of
-- its messages were left out, counted when the cursor moves.
ALTER TABLE mail_migration_folders
  ADD COLUMN suspect text NOT NULL DEFAULT '',
  ADD COLUMN cuts integer NOT NULL DEFAULT 0,
  ADD COLUMN skipped integer NOT NULL DEFAULT 0;

-- The migration that brought it in, or could not; null: it was here by another way.
ALTER TABLE mail_migration_seen ADD COLUMN migration_id bigint;

-- What is looked at again after a cut line fails once.
DELETE FROM mail_migration_failures f USING mail_migration_failures other
WHERE other.migration_id = f.migration_id AND other.folder = f.folder AND other.uid = f.uid AND other.id < f.id;
CREATE UNIQUE INDEX mail_migration_failures_once ON mail_migration_failures (migration_id, md5(folder), uid);
