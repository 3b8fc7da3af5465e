"""Reads a mail from standard input with Python's own `email` package and says as JSON what it is.

Header fields are decoded by `email.header`, which leaves out blanks between encoded-words (RFC 2047 §6.2) in every
Python 3; the newer `email.policy` keeps some. Flowed text (RFC 3676) the package does not know: that is done here.
"""

import base64
import json
import re
import sys
from email import message_from_bytes
from email.header import decode_header
from email.utils import collapse_rfc2231_value, getaddresses, parsedate_to_datetime


def fields_of(mail):
    """Name and value as they stand, unfolded. Raw UTF-8 (RFC 6532) comes as surrogates."""
    for name, value in mail.raw_items():
        text = value.encode('ascii', 'surrogateescape').decode('utf-8')
        yield name.lower(), unfolded(text).strip()


def unfolded(text):
    return re.sub(r'\r?\n(?=[ \t])', '', text)


def words(line):
    parts = decode_header(line)
    return ''.join(text if isinstance(text, str) else text.decode(charset or 'ascii') for text, charset in parts)


def people(fields, wanted):
    found = getaddresses([value for name, value in fields if name == wanted])
    return [{'name': words(shown), 'address': address} for shown, address in found]


def unflow(text, delsp):
    """Joins flowed lines of the same depth of quote."""
    joined = []
    open_depth = None
    for line in text.split('\n'):
        marks = len(line) - len(line.lstrip('>'))
        rest = line[marks:]
        if rest.startswith(' '):
            rest = rest[1:]
        soft = rest.endswith(' ') and rest != '-- '
        kept = rest[:-1] if soft and delsp else rest
        if open_depth == marks:
            joined[-1][1] += kept
        else:
            joined.append([marks, kept])
        open_depth = marks if soft else None
    return '\n'.join(('>' * marks + ' ' + line).rstrip() if marks else line for marks, line in joined)


def text_of(part):
    text = part.get_payload(decode=True).decode(part.get_content_charset('us-ascii')).replace('\r\n', '\n')
    if part.get_content_type() == 'text/plain' and part.get_param('format', '') == 'flowed':
        text = unflow(text, part.get_param('delsp', 'no') == 'yes')
    return text.rstrip()


def file_of(part):
    if part.get_content_type() == 'message/rfc822':
        content = part.get_payload(0).as_bytes()
    else:
        content = part.get_payload(decode=True)
    name = part.get_param('filename', '', 'content-disposition')
    return {
        # The package leaves folds inside of quoted strings.
        'name': unfolded(collapse_rfc2231_value(name)),
        'type': part.get_content_type(),
        'disposition': part.get_content_disposition() or '',
        'contentId': part['Content-ID'].strip().strip('<>') if part['Content-ID'] else None,
        'base64': base64.b64encode(content).decode('ascii'),
    }


def leaves(part):
    """The parts that hold something; an attached message is one."""
    if part.get_content_maintype() == 'multipart':
        for inner in part.get_payload():
            yield from leaves(inner)
    else:
        yield part


def main():
    mail = message_from_bytes(sys.stdin.buffer.read())
    fields = list(fields_of(mail))
    first = dict(reversed(fields))
    texts = {'text/plain': '', 'text/html': ''}
    files = []
    for part in leaves(mail):
        if part.get_content_disposition() is None and part.get_content_type() in texts:
            texts[part.get_content_type()] += text_of(part)
        else:
            files.append(file_of(part))
    json.dump(
        {
            'subject': words(first.get('subject', '')),
            'from': people(fields, 'from'),
            'to': people(fields, 'to'),
            'cc': people(fields, 'cc'),
            'bcc': people(fields, 'bcc'),
            'messageId': first.get('message-id', ''),
            'inReplyTo': first.get('in-reply-to', ''),
            'references': first.get('references', '').split(),
            'date': parsedate_to_datetime(first['date']).isoformat(),
            'text': texts['text/plain'],
            'html': texts['text/html'],
            'files': files,
            'headers': fields,
            'defects': [type(one).__name__ for part in mail.walk() for one in part.defects],
        },
        sys.stdout,
    )


main()
