-- Reading: whose remote pictures are shown, and what the picture proxy has fetched.

-- Senders whose remote pictures a person always wants to see.
CREATE TABLE picture_senders (
  account_id bigint NOT NULL REFERENCES accounts,
  address text NOT NULL CHECK (address = lower(address)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, address)
);

-- Remote pictures as fetched: opening a mail again tells its sender nothing. A row without bytes is a refusal.
CREATE TABLE picture_cache (
  account_id bigint NOT NULL,
  key bytea NOT NULL,
  bytes bytea,
  type text NOT NULL,
  fetched_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
-- Pictures are compressed already.
ALTER TABLE picture_cache ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX picture_cache_at ON picture_cache (fetched_at);
