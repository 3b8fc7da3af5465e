-- What a person says belongs under a label, for the assistant that proposes mails for it (ADR 31). Goes with the label.
CREATE TABLE label_words (
  account_id bigint NOT NULL,
  label_id bigint NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (account_id, label_id),
  FOREIGN KEY (account_id, label_id) REFERENCES labels ON DELETE CASCADE
);
