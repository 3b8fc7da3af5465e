-- What FETCH lists of a message stays as it is beside the row; what gives way when a row is long is the outline, which is hardly ever read:
-- to unpack each text took the database most of the time of a listing. Holds for what is written from now on.
ALTER TABLE message_outlines ALTER COLUMN envelope SET STORAGE MAIN, ALTER COLUMN structure SET STORAGE MAIN, ALTER COLUMN fields SET STORAGE MAIN;
