-- Search: words that know their mailbox and month, and what the index of attachments needs.

-- The words of a mail begin with the mailbox and the month of arrival ("12.24310.budget"): a search for the beginning of a word
-- reads the words of one mailbox and one month, however many mailboxes there are. The store and the queries write the same.
CREATE FUNCTION search_scope(account bigint, arrived timestamptz) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT account || '.' || greatest(0, (extract(year FROM arrived AT TIME ZONE 'UTC') * 12
    + extract(month FROM arrived AT TIME ZONE 'UTC'))::int - 1) || '.' $$;

DROP INDEX message_search_words;
UPDATE message_search SET tsv =
  regexp_replace(tsv::text, '''([^'']+)''', '''' || search_scope(account_id, received_at) || '\1''', 'g')::tsvector;
CREATE INDEX message_search_words ON message_search USING gin (day, tsv) WITH (gin_pending_list_limit = 16384);

-- Mails whose words are to be made again: they have attachments to read, or the code reads more than it did.
CREATE TABLE search_due (
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, message_id)
);
CREATE INDEX search_due_at ON search_due (at);

-- The version of the code that made the words; a newer one puts every mail into search_due once.
CREATE TABLE search_version (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  version int NOT NULL
);
INSERT INTO search_version (version) VALUES (0);

-- Text found in the attachments of a mail, for the line that shows where a word stands: [{name, text}].
CREATE TABLE file_texts (
  account_id bigint NOT NULL,
  message_id bigint NOT NULL,
  texts jsonb NOT NULL,
  PRIMARY KEY (account_id, message_id)
);

-- Searches that a person keeps; query holds the parameters of /search.
CREATE TABLE saved_searches (
  account_id bigint NOT NULL REFERENCES accounts,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  query jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX saved_searches_name ON saved_searches (account_id, name);
