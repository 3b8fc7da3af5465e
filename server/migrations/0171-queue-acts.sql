-- What an administrator decided of a recipient that mail still waits for: put aside until it is let go, or given up.
ALTER TABLE submission_recipients ADD COLUMN stopped boolean NOT NULL DEFAULT false;
ALTER TABLE submission_recipients ADD COLUMN removed boolean NOT NULL DEFAULT false;
CREATE INDEX submission_recipients_stopped ON submission_recipients (submission_id, address)
  WHERE stopped AND state IN ('queued', 'deferred');
