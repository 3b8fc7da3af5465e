-- Set when a mail that had been read is marked as unread: whoever sent it must not be told that it was not read (recall).
ALTER TABLE messages ADD COLUMN read_before boolean;
