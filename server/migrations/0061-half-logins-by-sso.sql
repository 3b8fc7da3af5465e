-- Another system said who it is: such a login owes no password that nobody used, after the second step as before.
ALTER TABLE half_logins ADD COLUMN by_sso boolean NOT NULL DEFAULT false;
