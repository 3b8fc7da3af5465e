-- A login at another provider that is under way: its secrets, of which the browser keeps one half.
CREATE TABLE sso_flows (
  state_hash bytea PRIMARY KEY,
  flow_hash bytea NOT NULL,
  verifier text NOT NULL,
  nonce text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

-- Who somebody is at a provider: by issuer and subject, which never change there.
CREATE TABLE sso_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX sso_identities_of_user ON sso_identities (user_id);
