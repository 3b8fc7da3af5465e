-- Somebody is one identity at a provider: another one with the same address there opens nothing here.
DELETE FROM sso_identities a USING sso_identities b
WHERE a.user_id = b.user_id AND a.issuer = b.issuer AND a.subject > b.subject;
CREATE UNIQUE INDEX sso_identities_of_issuer ON sso_identities (user_id, issuer);
DROP INDEX sso_identities_of_user;
