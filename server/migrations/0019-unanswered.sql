-- The server that was sent a whole mail and did not answer: it may have it, and is asked first next time.
ALTER TABLE submission_recipients ADD COLUMN unanswered_by text;
