-- A login goes on in the network where it began: a ticket of its first step is of no use in another one, but to the browser itself.
ALTER TABLE half_logins ADD COLUMN network text NOT NULL DEFAULT '';
