-- Signatures, letter templates, letter papers, their pictures; feedback to the administrator.

-- Pictures of signatures, templates and papers. Account 0 is the organisation.
CREATE TABLE letter_pictures (
  account_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  blob bytea NOT NULL,
  file_name text NOT NULL,
  type text NOT NULL,
  size int NOT NULL,
  content_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, content_id)
);
CREATE INDEX letter_pictures_at ON letter_pictures (created_at);

-- Signatures of an account; those of account 0 are the organisation's, for everybody to use.
CREATE TABLE signatures (
  account_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  content text NOT NULL,
  picture_ids bigint[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);

-- Which signature new mails and answers get by themselves. The row of account 0 counts for those who chose nothing.
CREATE TABLE signature_choices (
  account_id bigint PRIMARY KEY,
  for_new bigint,
  for_reply bigint
);

CREATE TABLE letter_templates (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  subject text NOT NULL,
  content text NOT NULL,
  preview text NOT NULL,
  -- Name of a built-in paper, number of an own one, or ''.
  paper text NOT NULL,
  picture_ids bigint[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);

CREATE TABLE letter_papers (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  picture_id bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);

CREATE TABLE feedback (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  content text NOT NULL,
  client text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX feedback_at ON feedback (created_at, id);
