-- The last UIDVALIDITY that an account gave to a folder, deleted ones too: none is given twice.
ALTER TABLE accounts ADD COLUMN last_uid_validity bigint NOT NULL DEFAULT 0;
