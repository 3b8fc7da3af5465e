-- What other servers report of how their connections to us were secured (RFC 8460 §4), each report once.
CREATE TABLE tls_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  domain text NOT NULL REFERENCES domains ON DELETE CASCADE,
  reporter text NOT NULL,
  report_id text NOT NULL,
  begins_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  secured int NOT NULL,
  failed int NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (domain, reporter, report_id)
);
CREATE INDEX tls_reports_by_time ON tls_reports (domain, ends_at);
CREATE TABLE tls_failures (
  report_id bigint NOT NULL REFERENCES tls_reports ON DELETE CASCADE,
  kind text NOT NULL,
  host text NOT NULL,
  sessions int NOT NULL,
  PRIMARY KEY (report_id, kind, host)
);
