-- What its sender calls urgent is marked in lists; of mail that was there before, only its reader says so.
ALTER TABLE messages ADD COLUMN important boolean NOT NULL DEFAULT false;
