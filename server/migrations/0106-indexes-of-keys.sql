-- Keys whose rows go along, or are let go, with what they point to: without these every account, person or mail that goes reads the whole table.
CREATE INDEX assistant_requests_of_account ON assistant_requests (account_id);
CREATE INDEX authorised_shows_of_mail ON authorised_shows (authorised_id);
CREATE INDEX half_logins_of_user ON half_logins (user_id);
CREATE INDEX box_mail_by_sender ON box_mail (sent_by) WHERE sent_by IS NOT NULL;
CREATE INDEX box_mail_by_assignee ON box_mail (assignee) WHERE assignee IS NOT NULL;
CREATE INDEX box_answering_of_user ON box_answering (user_id);
CREATE INDEX smime_challenges_of_account ON smime_challenges (account_id);
CREATE INDEX sms_notices_of_user ON sms_notices (user_id);
