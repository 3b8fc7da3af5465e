-- A message of a source folder by what it holds, whatever its UID and the folder's validity; null: seen before this, or left out.
-- And the migration that listed it last: what stands there several times is counted by it.
ALTER TABLE mail_migration_seen ADD COLUMN content bytea, ADD COLUMN listed_by bigint;
CREATE INDEX mail_migration_seen_content ON mail_migration_seen (account_id, content) WHERE content IS NOT NULL;
