-- To how many an account wrote in the last hour.
CREATE INDEX submissions_by_time ON submissions (account_id, created_at);
