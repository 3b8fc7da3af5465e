-- Whether mail programs may come in to a mailbox, by which protocols, and the hash of the code they come in with.
CREATE TABLE client_access (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  is_on boolean NOT NULL DEFAULT false,
  closed_protocols text[] NOT NULL DEFAULT '{}',
  code_hash bytea,
  code_at timestamptz(3),
  -- When the last codes were made: few a day.
  made_at timestamptz(3)[] NOT NULL DEFAULT '{}'
);
