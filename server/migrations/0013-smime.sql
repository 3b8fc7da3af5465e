-- What an administrator switches for the whole organisation; absent keys are at their default.
ALTER TABLE organisations ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';

-- S/MIME keys: a certificate for everybody, and the private key sealed by its owner's browser. One of an account is
-- in use; retired ones stay, since old mail is opened with nothing else.
CREATE TABLE smime_keys (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- The address in the certificate.
  address text NOT NULL,
  -- X.509 in DER.
  certificate bytea NOT NULL,
  -- AES-256-GCM under a key derived of the PIN, which the server never has.
  sealed_key bytea NOT NULL,
  salt bytea NOT NULL,
  iterations int NOT NULL,
  -- SHA-256 of the proof that the PIN is known, which is derived apart from the key that seals.
  proof_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  retired_at timestamptz(3),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX smime_keys_in_use ON smime_keys (account_id) WHERE retired_at IS NULL;
