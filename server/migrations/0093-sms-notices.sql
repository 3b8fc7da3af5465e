-- Text messages about new mail: whether the owner wishes for them, up to where the mailbox was looked at, when the next one is
-- due, and when the last ones left, which is kept where somebody turns them off and on.
CREATE TABLE sms_notices (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  wished boolean NOT NULL DEFAULT true,
  position bigint NOT NULL,
  due_at timestamptz(3),
  sent_at timestamptz(3)[] NOT NULL DEFAULT '{}'
);
