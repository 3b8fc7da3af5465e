-- Copies of submissions that a program has filed itself too: each is taken for one such copy, and the next is a mail of its own.
CREATE TABLE filed_copies (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  message_id bigint NOT NULL,
  filed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, message_id)
);
