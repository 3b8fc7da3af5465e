-- The login came from a browser that had never been in this mailbox.
ALTER TABLE sessions ADD COLUMN new_device boolean NOT NULL DEFAULT false;
