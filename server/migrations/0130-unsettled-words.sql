-- Words of new mail get their places in the index for many mails at once, beside the deliveries (word-index.ts). Until then a
-- search reads the words of the mails that wait themselves. The index is made anew: about a minute for each 200,000 mails.
ALTER TABLE message_search ADD COLUMN settled boolean NOT NULL DEFAULT true;
ALTER TABLE message_search ALTER COLUMN settled SET DEFAULT false;
DROP INDEX message_search_words;
CREATE INDEX message_search_words ON message_search USING gin (day, tsv) WITH (gin_pending_list_limit = 16384) WHERE settled;
CREATE INDEX message_search_unsettled ON message_search (account_id, received_at, message_id) WHERE NOT settled;
