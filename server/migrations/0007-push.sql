-- Web push subscriptions, one a login; they go with it. position: how far the change feed was told.
CREATE TABLE push_subscriptions (
  session_id bigint PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts,
  user_id bigint NOT NULL REFERENCES users,
  endpoint text NOT NULL UNIQUE,
  p256dh bytea NOT NULL,
  auth bytea NOT NULL,
  position bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_of_account ON push_subscriptions (account_id);
