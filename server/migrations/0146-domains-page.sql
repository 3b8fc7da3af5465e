-- A domain may be another name of one: mail to x@alias arrives at x@domain. What reaches nobody may go to one mailbox.
ALTER TABLE domains ADD COLUMN alias_of text REFERENCES domains CHECK (alias_of <> name);
ALTER TABLE domains ADD COLUMN catch_all bigint REFERENCES accounts ON DELETE SET NULL;
CREATE INDEX domains_aliases ON domains (alias_of) WHERE alias_of IS NOT NULL;
CREATE INDEX domains_catch_all ON domains (catch_all) WHERE catch_all IS NOT NULL;

-- Keys by which mail is signed (RFC 6376). A new one is published first; the one before stays until mail that it signed has arrived.
CREATE TABLE dkim_keys (
  domain text NOT NULL REFERENCES domains ON DELETE CASCADE,
  selector text NOT NULL,
  private_key text NOT NULL,
  state text NOT NULL CHECK (state IN ('new', 'signing', 'old')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (domain, selector)
);
CREATE UNIQUE INDEX dkim_keys_signing ON dkim_keys (domain) WHERE state = 'signing';
INSERT INTO dkim_keys (domain, selector, private_key, state, created_at, changed_at)
  SELECT name, dkim_selector, dkim_private_key, 'signing', created_at, created_at FROM domains;
ALTER TABLE domains DROP COLUMN dkim_selector, DROP COLUMN dkim_private_key;

-- What other servers report of mail under our names (RFC 7489 §7.2), each report once.
CREATE TABLE dmarc_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  domain text NOT NULL REFERENCES domains ON DELETE CASCADE,
  reporter text NOT NULL,
  report_id text NOT NULL,
  begins_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (domain, reporter, report_id)
);
CREATE INDEX dmarc_reports_by_time ON dmarc_reports (domain, ends_at);
CREATE TABLE dmarc_sources (
  report_id bigint NOT NULL REFERENCES dmarc_reports ON DELETE CASCADE,
  source inet NOT NULL,
  passed int NOT NULL,
  failed int NOT NULL,
  PRIMARY KEY (report_id, source)
);
