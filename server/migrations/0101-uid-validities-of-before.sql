-- Accounts that had folders already: none of their numbers is given again, however the clock stood when they were made.
UPDATE accounts a SET last_uid_validity = greatest(a.last_uid_validity, f.latest)
FROM (SELECT account_id, max(uid_validity) AS latest FROM folders GROUP BY account_id) f
WHERE f.account_id = a.id AND f.latest > a.last_uid_validity;
