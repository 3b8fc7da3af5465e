-- Protection of what comes in (ADR 0046).

CREATE TABLE protection_settings (
  organisation_id bigint PRIMARY KEY REFERENCES organisations,
  -- As the contract has it.
  settings jsonb NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Senders by address or domain (lower case), of the organisation or of one person.
CREATE TABLE protection_senders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  -- Null: for everybody.
  account_id bigint REFERENCES accounts,
  sender text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('allow', 'block')),
  note text NOT NULL DEFAULT '',
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX protection_senders_once ON protection_senders (organisation_id, coalesce(account_id, 0), sender);
CREATE INDEX protection_senders_of_person ON protection_senders (account_id, id) WHERE account_id IS NOT NULL;

-- Mail that is kept out of the mailboxes.
CREATE TABLE quarantine (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  account_id bigint NOT NULL REFERENCES accounts,
  -- What it is taken for: virus, phishing, spam, blocked, recalled.
  class text NOT NULL,
  score real NOT NULL,
  reasons jsonb NOT NULL,
  blob bytea NOT NULL,
  size int NOT NULL,
  envelope_from text NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  subject text NOT NULL,
  authentication jsonb,
  received_at timestamptz(3) NOT NULL,
  held_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- Its recipient asks for it, and was told of it.
  asked_at timestamptz(3),
  told_at timestamptz(3)
);
CREATE INDEX quarantine_latest ON quarantine (organisation_id, id);
CREATE INDEX quarantine_of_person ON quarantine (account_id, id);
CREATE INDEX quarantine_over ON quarantine (expires_at);
CREATE INDEX quarantine_untold ON quarantine (account_id) WHERE told_at IS NULL;

-- Words of mail that people called spam or not, as keyed hashes: what they were cannot be read from here.
CREATE TABLE bayes_words (
  organisation_id bigint NOT NULL REFERENCES organisations,
  word bigint NOT NULL,
  spam int NOT NULL DEFAULT 0,
  ham int NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, word)
);
-- One row a content: learnt once, and unlearnt when somebody says otherwise.
CREATE TABLE bayes_mails (
  organisation_id bigint NOT NULL REFERENCES organisations,
  blob bytea NOT NULL,
  spam boolean NOT NULL,
  account_id bigint NOT NULL,
  learnt_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, blob)
);
CREATE INDEX bayes_mails_of_person ON bayes_mails (account_id, learnt_at);
