-- A mailbox may end: from then on nobody signs in, and its mail is kept and still received.
ALTER TABLE accounts ADD COLUMN valid_until timestamptz(3);
