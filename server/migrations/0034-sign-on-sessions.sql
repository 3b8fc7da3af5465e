-- Whether a login came from the sign-on provider: who has no password here proves to be the owner by a new one.
ALTER TABLE sessions ADD COLUMN by_sso boolean NOT NULL DEFAULT false;
