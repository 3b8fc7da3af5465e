"""What Python's poplib and smtplib do, against an inbox that holds three mails."""
import email
import email.policy
import poplib
import smtplib
import ssl
import sys
import time
from email.message import EmailMessage

host, pop, pops, smtp, smtps, user, code = sys.argv[1:]
trusting = ssl._create_unverified_context()


def expect(is_right, what):
    if not is_right:
        raise SystemExit(what)


clear = poplib.POP3(host, int(pop))
try:
    clear.user(user)
    raise SystemExit("a name was taken in clear")
except poplib.error_proto as refused:
    expect(b"TLS" in refused.args[0], f"not refused for TLS: {refused}")
clear.stls(trusting)
clear.user(user)
clear.pass_(code)
expect(clear.stat()[0] == 3, "STAT")
uids = [line.split()[1] for line in clear.uidl()[1]]
lines = clear.retr(1)[1]
expect(b"." in lines and lines[0].startswith(b"Message-ID: <poplib-0@"), "RETR")
expect(len(clear.top(2, 0)[1]) < len(lines), "TOP")
clear.dele(1)
clear.quit()

secure = poplib.POP3_SSL(host, int(pops), context=trusting)
secure.utf8()
secure.user(user)
secure.pass_(code)
expect([line.split()[1] for line in secure.uidl()[1]] == uids[1:], "UIDL changed")
other = poplib.POP3_SSL(host, int(pops), context=trusting)
other.user(user)
try:
    other.pass_(code)
    raise SystemExit("two sessions at once")
except poplib.error_proto as refused:
    expect(b"[IN-USE]" in refused.args[0], f"not in use: {refused}")
secure.quit()

mail = EmailMessage()
mail["From"] = user
mail["To"] = user
mail["Bcc"] = "hidden@example.test"
mail["Subject"] = "by smtplib, 中文"
mail.set_content("the text, 正文\n.\n..\n")
with smtplib.SMTP(host, int(smtp)) as first:
    first.starttls(context=trusting)
    first.login(user, code)
    first.send_message(mail)
with smtplib.SMTP_SSL(host, int(smtps), context=trusting) as second:
    second.login(user, code)
    try:
        second.sendmail("boss@example.test", [user], b"From: boss@example.test\r\n\r\nx\r\n")
        raise SystemExit("sent in another's name")
    except smtplib.SMTPDataError as refused:
        expect(refused.smtp_code == 550, f"not refused: {refused}")

last = None
for _ in range(100):
    reading = poplib.POP3_SSL(host, int(pops), context=trusting)
    reading.user(user)
    reading.pass_(code)
    for number in range(1, reading.stat()[0] + 1):
        raw = b"\r\n".join(reading.retr(number)[1]) + b"\r\n"
        read = email.message_from_bytes(raw, policy=email.policy.default)
        if read["Subject"] == "by smtplib, 中文":
            last = read
    reading.quit()
    if last:
        break
    time.sleep(0.1)
expect(last and "正文\n.\n..\n" in last.get_content().replace("\r\n", "\n"), "the dots")
expect("hidden" not in last.as_string(), "Bcc")
print("all right")
