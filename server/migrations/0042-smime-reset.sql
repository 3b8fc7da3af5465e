-- A new key needs a code that its browser signs, once: a certificate of an authority does not show who has its key.
CREATE TABLE smime_challenges (
  hash bytea PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX smime_challenges_by_age ON smime_challenges (expires_at);

-- Certificates of people outside, each as one account took it: by a file, or from a mail that it signed.
CREATE TABLE smime_peers (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- In lower case; it stands in the certificate.
  address text NOT NULL,
  -- X.509 in DER.
  certificate bytea NOT NULL,
  -- Identifiers out of SMIMECapabilities (RFC 8551 §2.5.2) of a mail that it signed: what its owner's program reads.
  capabilities text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, address)
);
