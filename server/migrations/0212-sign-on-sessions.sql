-- The session at the sign-on provider that a login came from: '' where it names none, null for a login that came otherwise.
ALTER TABLE sessions ADD COLUMN sso_sid text;
CREATE INDEX sessions_of_sign_ons ON sessions (user_id) WHERE sso_sid IS NOT NULL AND revoked_at IS NULL;
