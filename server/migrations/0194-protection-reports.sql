-- Mail that people report to the administrators (ADR 46). By reporting it they show it: its text lies here, for a time.
CREATE TABLE protection_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations,
  -- The same for mails of one author, subject and body; of protected mail that of its content.
  print text NOT NULL,
  -- Encrypted or read-limited: who wrote it stands here, and nothing of what it says.
  protected boolean NOT NULL,
  message_id text NOT NULL,
  blob bytea NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  subject text NOT NULL,
  authentication jsonb,
  level text NOT NULL,
  -- Facts of the check: code, weight, evidence.
  signals jsonb NOT NULL,
  body text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'phishing', 'spam', 'harmless')),
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz(3),
  first_at timestamptz(3) NOT NULL,
  latest_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX protection_reports_once ON protection_reports (organisation_id, print);
CREATE INDEX protection_reports_latest ON protection_reports (organisation_id, id);
CREATE INDEX protection_reports_over ON protection_reports (latest_at);

-- Who reported it, each once. Told: of what was decided last.
CREATE TABLE protection_report_people (
  report_id bigint NOT NULL REFERENCES protection_reports ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts,
  message_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('phishing', 'spam')),
  note text NOT NULL,
  reported_at timestamptz(3) NOT NULL,
  told_at timestamptz(3),
  PRIMARY KEY (report_id, account_id)
);
CREATE INDEX protection_report_people_of_account ON protection_report_people (account_id, message_id);
