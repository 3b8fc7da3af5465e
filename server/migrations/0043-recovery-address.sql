-- An address outside that its owner proved: codes for a forgotten password go there.
ALTER TABLE users ADD COLUMN recovery_address text;
