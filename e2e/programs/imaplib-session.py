"""What Python's imaplib does, against a folder `python` that holds five mails."""
import imaplib
import ssl
import sys
import time

host, port, tls_port, user, code = sys.argv[1:]
trusting = ssl._create_unverified_context()


def check(answer, what):
    kind, data = answer
    if kind != "OK":
        raise SystemExit(f"{what}: {kind} {data}")
    return data


plain = imaplib.IMAP4(host, int(port))
check(plain.starttls(trusting), "STARTTLS")
check(plain.authenticate("PLAIN", lambda _: f"\0{user}\0{code}".encode()), "AUTHENTICATE")
check(plain.noop(), "NOOP")
plain.logout()

box = imaplib.IMAP4_SSL(host, int(tls_port), ssl_context=trusting)
check(box.login(user, code), "LOGIN")
check(box.namespace(), "NAMESPACE")
check(box.list(), "LIST")
check(box.lsub(), "LSUB")
check(box.status("python", "(MESSAGES UIDNEXT UNSEEN)"), "STATUS")
if check(box.select("python"), "SELECT") != [b"5"]:
    raise SystemExit("five mails expected")
data = check(box.fetch("1:*", "(UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE)"), "FETCH")
if len(data) != 5:
    raise SystemExit(f"five answers expected: {data}")
whole = check(box.fetch("2", "(RFC822)"), "FETCH RFC822")[0][1]
if b"the text of python-1" not in whole:
    raise SystemExit("the text is missing")
check(box.store("1", "+FLAGS", r"(\Flagged $Work)"), "STORE")
check(box.uid("STORE", "2", "-FLAGS.SILENT", r"(\Seen)"), "UID STORE")
if check(box.search(None, "KEYWORD", "$Work"), "SEARCH") != [b"1"]:
    raise SystemExit("the keyword is not found")
check(box.append("python", r"(\Seen)", imaplib.Time2Internaldate(time.time() - 60), b"Subject: appended\r\n\r\nx\r\n"), "APPEND")
if "SORT" in box.capabilities:
    if check(box.sort("REVERSE DATE", "UTF-8", "ALL"), "SORT")[0].split()[0] != b"6":
        raise SystemExit("the newest is not first")
if "THREAD=REFERENCES" in box.capabilities:
    check(box.thread("REFERENCES", "UTF-8", "ALL"), "THREAD")
check(box.copy("1:2", "Archive"), "COPY")
check(box.create("python/deeper"), "CREATE")
check(box.rename("python/deeper", "python/other"), "RENAME")
check(box.subscribe("python/other"), "SUBSCRIBE")
check(box.unsubscribe("python/other"), "UNSUBSCRIBE")
check(box.delete("python/other"), "DELETE")
check(box.store("3", "+FLAGS", r"(\Deleted)"), "STORE")
if check(box.expunge(), "EXPUNGE") != [b"3"]:
    raise SystemExit("3 should have gone")
check(box.check(), "CHECK")
check(box.close(), "CLOSE")
box.logout()
print("all right")
