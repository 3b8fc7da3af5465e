-- Requests to the assistant: who asked for what and when, who answered, how much went out and came back, and what became of it.
-- Never a word of any text. A request that stands here was used: its ticket is good for nothing more.
CREATE TABLE assistant_requests (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind smallint NOT NULL,
  message_id bigint,
  begun_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  engine text NOT NULL DEFAULT '',
  outcome text NOT NULL DEFAULT 'begun',
  sent integer NOT NULL DEFAULT 0,
  received integer NOT NULL DEFAULT 0,
  masked integer NOT NULL DEFAULT 0
);
CREATE INDEX assistant_requests_of_user ON assistant_requests (user_id, begun_at);
CREATE INDEX assistant_requests_by_time ON assistant_requests (begun_at);
