-- What the members of a mailbox know of its mail: who wrote it, and whose it is to answer.
CREATE TABLE box_mail (
  account_id bigint NOT NULL REFERENCES accounts,
  message_id bigint NOT NULL,
  sent_by bigint REFERENCES users ON DELETE SET NULL,
  assignee bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (account_id, message_id)
);
CREATE INDEX box_mail_of_assignee ON box_mail (account_id, assignee, message_id DESC) WHERE assignee IS NOT NULL;

-- Who is answering a mail now: a lease that the composer keeps alive.
CREATE TABLE box_answering (
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  until timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, message_id, user_id)
);

ALTER TABLE changes DROP CONSTRAINT changes_kind_check;
ALTER TABLE changes ADD CONSTRAINT changes_kind_check
  CHECK (kind IN ('added', 'flags', 'moved', 'removed', 'folders', 'submission', 'labels', 'todo', 'members'));
