-- Who reads the maildrop by POP3, alone (RFC 1939 section 3), and until when without a sign of life.
ALTER TABLE client_access
  ADD COLUMN maildrop_holder uuid,
  ADD COLUMN maildrop_until timestamptz(3);
