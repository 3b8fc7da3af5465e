-- A question that a program answers badly; asked once, answered once, and the pass it earns is spent once.
CREATE TABLE captchas (
  id text PRIMARY KEY,
  kind text NOT NULL,
  network text NOT NULL,
  answer text NOT NULL,
  pass_hash bytea UNIQUE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX captchas_by_end ON captchas (expires_at);
