-- What people wrote to the administrator is dealt with: by whom and when, and when it was answered by mail.
ALTER TABLE feedback ADD COLUMN done_at timestamptz(3);
ALTER TABLE feedback ADD COLUMN done_by text;
ALTER TABLE feedback ADD COLUMN answered_at timestamptz(3);
CREATE INDEX feedback_latest ON feedback (id DESC);
CREATE INDEX feedback_open ON feedback (id DESC) WHERE done_at IS NULL;
-- Letter papers of account 0 are the organisation's, as its signatures are.
ALTER TABLE letter_papers DROP CONSTRAINT letter_papers_account_id_fkey;
