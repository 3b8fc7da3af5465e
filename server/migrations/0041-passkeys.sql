-- Passkeys (WebAuthn): a public key of somebody's authenticator. There is nothing secret in a row.
CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The authenticator's name for it, base64url: one key is one person's.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- How often it signed, where it counts: what comes with a lower number was signed by a copy.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3)
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- Challenges that nobody has answered yet: each for one purpose, and for one person or one ticket where that is known.
CREATE TABLE passkey_challenges (
  hash bytea PRIMARY KEY,
  -- 'login', 'register <user>' or 'second <user>'.
  purpose text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_by_age ON passkey_challenges (expires_at);

-- Whether a login asks for a passkey after the password.
ALTER TABLE users ADD COLUMN second_by_passkey boolean NOT NULL DEFAULT false;
