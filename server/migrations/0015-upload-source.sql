-- The mail that a waiting file was taken from: a login that may not see the mail does not see the file either. Null
-- for what was uploaded. No reference, since the mail may go before the file does.
ALTER TABLE uploads ADD COLUMN source_message_id bigint;
