-- A phone that was proved by a code, and whether a login asks for a code on it; the directory's `phone` proves nothing.
ALTER TABLE users ADD COLUMN bound_phone text UNIQUE;
ALTER TABLE users ADD COLUMN second_by_phone boolean NOT NULL DEFAULT false;
-- An authenticator (RFC 6238): its sealed secret, when a first code proved it, and the last time step that was used.
ALTER TABLE users ADD COLUMN totp_secret bytea;
ALTER TABLE users ADD COLUMN totp_since timestamptz(3);
ALTER TABLE users ADD COLUMN totp_step bigint NOT NULL DEFAULT 0;

-- Codes for who has lost the authenticator or the phone; each opens once.
CREATE TABLE recovery_codes (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Browsers that are not asked for the second step for a while.
CREATE TABLE trusted_browsers (
  browser_id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  until timestamptz(3) NOT NULL
);
CREATE INDEX trusted_browsers_of_user ON trusted_browsers (user_id);

-- Logins whose password was right and whose second step is owed: they can do nothing but that.
CREATE TABLE half_logins (
  ticket_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  marks text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

-- Codes that were sent, by their hash; a row that was never sent looks the same from outside.
CREATE TABLE sent_codes (
  id text PRIMARY KEY,
  purpose text NOT NULL,
  subject text NOT NULL,
  code_hash bytea NOT NULL,
  tries int NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL
);

-- How often a phone was written to, whoever's it is.
CREATE TABLE code_sendings (
  phone text NOT NULL,
  sent_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX code_sendings_of_phone ON code_sendings (phone, sent_at);
