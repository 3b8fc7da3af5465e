-- What SCRAM-SHA-256 needs of an authorisation code (RFC 5802): StoredKey and ServerKey, 32 bytes each. Codes of before have none.
ALTER TABLE client_access ADD COLUMN scram_keys bytea;
