-- Of a group's mail for people outside: each gets a link to leave by (RFC 8058). What it names may be gone when it leaves.
ALTER TABLE submissions ADD COLUMN leave_group bigint;
