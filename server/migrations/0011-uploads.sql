-- Uploads in chunks: a row while a file comes in, and for a day after, so that a repeated finish answers the same.
CREATE TABLE open_uploads (
  account_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Made by the client: the same file begun again is the same upload.
  upload_key text NOT NULL,
  compose_key text NOT NULL,
  file_name text NOT NULL,
  type text NOT NULL,
  size bigint NOT NULL,
  -- As the client computed it; null when it did not say yet.
  sha256 bytea,
  received bigint NOT NULL DEFAULT 0,
  -- The attachment it became.
  file_id bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, upload_key),
  FOREIGN KEY (account_id, file_id) REFERENCES uploads (account_id, id) ON DELETE CASCADE
);
CREATE INDEX open_uploads_used ON open_uploads (used_at);
CREATE INDEX open_uploads_file ON open_uploads (account_id, file_id) WHERE file_id IS NOT NULL;

-- What was received, without gaps; each chunk is a blob of its own until the upload is finished.
CREATE TABLE upload_chunks (
  account_id bigint NOT NULL,
  upload_id bigint NOT NULL,
  at bigint NOT NULL,
  size int NOT NULL,
  blob bytea NOT NULL,
  PRIMARY KEY (account_id, upload_id, at),
  FOREIGN KEY (account_id, upload_id) REFERENCES open_uploads (account_id, id) ON DELETE CASCADE
);
