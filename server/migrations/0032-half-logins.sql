-- What a half login was begun with: who came by phone is not asked for the same phone again, which would be no second step.
ALTER TABLE half_logins ADD COLUMN by_phone boolean NOT NULL DEFAULT false;
