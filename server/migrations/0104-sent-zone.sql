-- Minutes that the sender's clock was ahead of UTC: SENTON and its kin ask for the day as it was written (RFC 9051 §6.4.4). NULL: none, or mail
-- that came before this column; its days are those of UTC.
ALTER TABLE messages ADD COLUMN sent_zone smallint;
