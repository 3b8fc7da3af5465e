-- How other domains want their mail to be carried (RFC 8461): kept for as long as each says, whatever DNS says later.
CREATE TABLE sts_policies (
  domain text PRIMARY KEY,
  policy_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('enforce', 'testing', 'none')),
  mx text[] NOT NULL,
  max_age integer NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

-- What conversations with other servers came to, by day, until their domain was told (RFC 8460).
CREATE TABLE tls_results (
  day date NOT NULL,
  domain text NOT NULL,
  policy text NOT NULL CHECK (policy IN ('tlsa', 'sts', 'no-policy-found')),
  result text NOT NULL,
  host text NOT NULL,
  sessions integer NOT NULL,
  told boolean NOT NULL DEFAULT false,
  PRIMARY KEY (day, domain, policy, result, host)
);
