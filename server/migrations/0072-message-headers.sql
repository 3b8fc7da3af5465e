-- What SORT and THREAD ask of a message besides its row (RFC 5256): whom it was to, and which mails it names. Of the content, so
-- that all copies share it; made when it is first asked for.
CREATE TABLE message_headers (
  blob bytea PRIMARY KEY REFERENCES blobs ON DELETE CASCADE,
  first_to text NOT NULL,
  first_cc text NOT NULL,
  display_to text NOT NULL,
  -- Message-IDs, the oldest first.
  refs text[] NOT NULL
);
