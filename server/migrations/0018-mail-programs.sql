-- What mail programs need of the store: \Deleted (RFC 9051 §2.3.2), and a folder's messages by the time of their last change (RFC 7162).
ALTER TABLE messages ADD COLUMN deleted boolean NOT NULL DEFAULT false;
CREATE INDEX messages_changed ON messages (account_id, folder_id, modseq);
