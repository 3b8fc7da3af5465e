-- The account of the person who handed a mail over, from whichever mailbox it is: to how many one wrote in the last hour.
ALTER TABLE submissions ADD COLUMN handed_by bigint;
CREATE INDEX submissions_by_hand ON submissions (handed_by, created_at) WHERE handed_by IS NOT NULL;
