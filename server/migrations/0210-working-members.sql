-- Those who may work in a mailbox that is not their own, now: the grant lasts, and they are neither shut out nor over.
CREATE VIEW working_members AS
SELECT m.account_id, m.user_id, m.level
FROM memberships m
JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
JOIN accounts h ON h.id = u.account_id AND h.disabled_at IS NULL AND (h.valid_until IS NULL OR h.valid_until > now())
WHERE m.until IS NULL OR m.until > now();
