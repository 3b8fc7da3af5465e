-- Whoever goes takes the lists with them without a look at all of them.
CREATE INDEX people_runs_of_user ON people_runs (user_id);
CREATE INDEX directory_syncs_of_run ON directory_syncs (last_run_id);
