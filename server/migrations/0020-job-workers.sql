-- Processes that work on jobs say so now and then: what one of them held when it died is given to another within a minute.
CREATE TABLE job_workers (
  worker text PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL DEFAULT now()
);
