-- Sign-ins of everybody on one line of time, and those from one network address.
CREATE INDEX activity_sign_ins ON activity (at, id)
  WHERE kind IN ('login', 'client-login', 'login-failed', 'second-failed', 'login-refused');
CREATE INDEX activity_sign_ins_from ON activity (ip, at, id)
  WHERE kind IN ('login', 'client-login', 'login-failed', 'second-failed', 'login-refused');
