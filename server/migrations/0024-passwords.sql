-- How old a password is, whether it was given by somebody else and must be changed first, and until when the reminder is put off.
ALTER TABLE users ADD COLUMN password_changed_at timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE users ADD COLUMN password_owed boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD COLUMN password_remind_after timestamptz(3);

-- The last passwords of a person, which cannot be taken again.
CREATE TABLE old_passwords (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  replaced_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  password_hash text NOT NULL,
  PRIMARY KEY (user_id, replaced_at)
);
