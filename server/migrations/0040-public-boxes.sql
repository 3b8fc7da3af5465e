-- Who may work in a mailbox that is not the own one: members of public mailboxes, and people with several accounts.
CREATE TABLE memberships (
  account_id bigint NOT NULL REFERENCES accounts,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('read', 'send-as', 'on-behalf', 'full')),
  -- The membership is over then; null: no end.
  until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX memberships_of_user ON memberships (user_id);

-- A session in such a mailbox hangs on the login of the person who works there, and ends with it.
ALTER TABLE sessions ADD COLUMN login_id bigint REFERENCES sessions ON DELETE CASCADE;
CREATE INDEX sessions_of_login ON sessions (login_id) WHERE login_id IS NOT NULL;

-- The member who did it, where it was not the mailbox's own person.
ALTER TABLE activity ADD COLUMN member text NOT NULL DEFAULT '';
