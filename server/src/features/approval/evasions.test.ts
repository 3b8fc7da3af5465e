import { expect, it } from 'vitest'
import {
  alone,
  base64,
  data,
  file,
  hello,
  html,
  inBase64,
  latin,
  mixed,
  plain,
  wordsBlocked,
} from '../../testing/evasive-mails.ts'
import { zipOf } from '../../testing/mime-builder.ts'

const { leaving, rule } = wordsBlocked(['机密', 'secret', '가나'])

it('issue 17 letters that are not seen, have marks or look like others hide no word', async () => {
  const words = {
    'zero-width space': 'se\u200bcret',
    'soft hyphen': 'se\u00adcret',
    'a mark on a letter': 'se\u0301cret',
    'a letter with a mark': 'sécret',
    'a grapheme joiner': 'se\u034fcret',
    'a Hangul filler': '机\u3164密',
    'a half-width filler': '机\uffa0密',
    'a mark around a letter': 's\u20ddecret',
    'a control character': 'se\u0001cret',
    'a control character in Chinese': '机\u0001密',
    'a delete': 'se\x7fcret',
    'a tag character': 'se\u{e0061}cret',
    'full width': 'ｓｅｃｒｅｔ',
    Cyrillic: 'sесrеt',
    'letters in circles': '🅢🅔🅒🅡🅔🅣',
    'small capitals': 'ꜱᴇᴄʀᴇᴛ',
    'Hangul in pieces': '\u1100\u200b\u1161나',
  }
  const mails = Object.entries(words).map(([name, word]) => [name, plain(`the ${word} plan`)])
  expect(await leaving(Object.fromEntries(mails))).toEqual([])
})

it('issue 17 charsets of seven bits and of wide letters hide no word, nor do broken encodings of a body', async () => {
  const jis = latin('\x1b$B4yL)\x1b(B')
  expect(
    await leaving({
      'UTF-7': alone('text/plain; charset=utf-7', '+Zzpbxg-'),
      'UTF-7 in a file': file('text/plain; charset=utf-7; name=a.txt', '+Zzpbxg-'),
      'ISO-2022-JP': alone('text/plain; charset=iso-2022-jp', jis),
      'ISO-2022-JP in a file': file('text/plain; charset=iso-2022-jp; name=a.txt', jis),
      'UTF-16 in a file': file(
        'text/plain; charset=utf-16le; name=a.txt',
        Buffer.from('机密文件内容', 'utf16le'),
      ),
      'no padding': `Content-Type: text/plain\r\n${inBase64}\r\n\r\n${base64('a secret').replace(/=+$/, '')}`,
      'a soft break': `Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nse= \r\ncret`,
      'two encodings': `Content-Transfer-Encoding: 7bit\r\n${inBase64}\r\n\r\n${base64('a secret')}`,
      'an unknown encoding': `Content-Transfer-Encoding: x-own\r\n\r\n${base64('a secret')}`,
      'two types': `Content-Type: text/plain\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${inBase64}\r\n\r\n${base64('a secret')}\r\n--x--`,
      'flowed lines': alone('text/plain; format=flowed; delsp=yes', 'se \r\ncret'),
    }),
  ).toEqual([])
})

it('issue 17 HTML splits no word by tags, comments, entities or styles, and hides none in what is not shown', async () => {
  const inline = 'style="display:inline"'
  const texts = {
    tags: 'se<b></b>cret',
    'a comment': 'se<!-- > -->cret',
    'blocks in a line, an entity': `<div ${inline}>&#115;e</div><div ${inline}>cret</div>`,
    'blocks in a line, a comment': `<div ${inline}>se</div><!-- > --><div ${inline}>cret</div>`,
    'blocks in a line, a quoted sign': `<div title="a>b" ${inline}>se</div><div ${inline}>cret</div>`,
    'hidden text between': 'se<span style="display:none">xx</span>cret',
    'hidden text of entities': '<div style="display:none">&#115;ecret</div>',
    'in place of a picture': '<img alt="a secret" src=x>',
    'a title': '<p title="机密">x</p>',
    'the value of a field': '<input value="secret">',
    'the content of a style': '<style>p::before{content:"\\673a\\5bc6"}</style><p>x</p>',
    'the title of the page': '<title>secret</title>x',
    'a comment for one program': '<!--[if mso]><p>se<b></b>cret</p><![endif]-->x',
    'the text of a link into a mail': '<a href="mailto:x@other.test?body=%E6%9C%BA%E5%AF%86">x</a>',
    'a file in a link': `<a href="data:text/plain;base64,${base64('a secret')}">x</a>`,
    'a message of OpenPGP': '<pre>-----BEGIN PGP MESSAGE-----</pre>',
  }
  const mails = Object.entries(texts).map(([name, text]) => [name, html(text)])
  expect(await leaving(Object.fromEntries(mails))).toEqual([])
  const rest = {
    'rich text': alone('text/enriched', 'se<bold></bold>cret'),
    XML: alone('text/xml', '<p>机<b></b>密</p>'),
    'a folded calendar': file('text/calendar', 'DESCRIPTION:a se\r\n cret'),
    'HTML that is called a text': file('text/html; name=a.txt', '机<b></b>密'),
    'an HTML file, behind more than is read': data(
      'a.html',
      `x<!--${'a '.repeat(60_000)}--><!-- secret -->`,
    ),
    'an HTML file': data('a.html', '<p style="display:none">&#115;e<b></b>cret</p>'),
    'HTML by another name': data('a.dat', '机<b></b>密'),
    'a drawing': file('image/svg+xml; name=a.svg', '<text>机<tspan>密</tspan></text>'),
  }
  expect(await leaving(rest)).toEqual([])
})

it('issue 17 words split over two parts, and in parts that many programs do not show', async () => {
  const of = (text: string) => `Content-Type: text/html\r\n\r\n${text}`
  const partial = 'Content-Type: message/partial; id="1"; number=1; total=2'
  expect(
    await leaving({
      'two texts': mixed(of('the se'), of('cret')),
      'before the parts': `Content-Type: multipart/mixed; boundary=x\r\n\r\na secret\r\n--x\r\n\r\nhi\r\n--x--`,
      'behind the parts': `${mixed(hello)}\r\na secret`,
      'a picture without a name that is none': file('image/png', 'a secret'),
      'an unknown kind of part': file('x-own/part', 'a secret'),
      'an unknown kind of message': file('message/x-own', 'a secret'),
      'a piece of a message': `${partial}\r\n\r\nSubject: x\r\n\r\na sec`,
      'a second subject': 'Subject: x\r\nSubject: secret\r\n\r\nhi',
      'a comment': 'Comments: a secret\r\n\r\nhi',
      'what a part is called besides': mixed(
        hello,
        'Content-Type: image/png; name="secret.png"\r\nContent-Disposition: attachment; filename=a.png\r\n\r\nx',
      ),
      'what is said of a part': mixed(
        hello,
        'Content-Type: image/png; name=a.png\r\nContent-Description: a secret\r\n\r\nx',
      ),
      'a name in pieces': mixed(
        hello,
        "Content-Type: image/png\r\nContent-Disposition: attachment; filename*0*=utf-8''%E6%9C%BA; filename*1*=%E5%AF%86.png\r\n\r\nx",
      ),
    }),
  ).toEqual([])
})

/** As programs write a file into a text. */
function uuencoded(name: string, bytes: Buffer): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += 45) {
    const some = bytes.subarray(at, at + 45)
    const letters = Array.from({ length: Math.ceil(some.length / 3) }, (_, group) => {
      const [a = 0, b = 0, c = 0] = some.subarray(group * 3, group * 3 + 3)
      const bits = (a << 16) | (b << 8) | c
      return [18, 12, 6, 0].map((shift) => String.fromCharCode(((bits >> shift) & 63) + 32))
    })
    lines.push(String.fromCharCode(some.length + 32) + letters.flat().join(''))
  }
  return `begin 644 ${name}\r\n${lines.join('\r\n').replaceAll(' ', '`')}\r\n\`\r\nend`
}

it('issue 17 files that call themselves something else, or lie in what holds them', async () => {
  const zip = await zipOf({ 'a.txt': Buffer.from('a secret') })
  const mailInside = `From: a@b.test\r\nSubject: x\r\n${inBase64}\r\n\r\n${base64('a secret')}`
  const word = '<w:p><w:r><w:t>机</w:t></w:r><w:r><w:t>密</w:t></w:r></w:p>'
  const docx = (more: Record<string, Buffer>) =>
    zipOf({ 'word/document.xml': Buffer.from('<w:p><w:t>hi</w:t></w:p>'), ...more })
  const tar = Buffer.alloc(1024)
  tar.write('a.txt')
  tar.write('ustar', 257)
  tar.write('a secret', 512)
  expect(
    await leaving({
      'a mail that is called a text': data('a.txt', mailInside),
      'a saved page': data('a.mht', mailInside),
      'a second mail of a mailbox file': data(
        'a.mbox',
        `From x\r\nhi\r\n\r\nFrom x\r\n${mailInside}`,
      ),
      'a zero before the text': data('a.dat', '\0a secret'),
      'a text behind a picture': data('a.png', latin('\x89PNG\r\n\x1a\n\0\0\0\0 a secret')),
      'rich text': data('a.rtf', "{\\rtf1 se{\\b }cret \\'bb\\'fa\\'c3\\'dc}"),
      'an archive of tapes by another name': data('a.dat', tar),
      'an archive behind a picture': data(
        'a.jpg',
        Buffer.concat([latin('\xff\xd8\xff\xe0\0'), zip]),
      ),
      'an archive without a name': file('image/png', zip),
      'an archive in a text': plain(`hi\r\n${uuencoded('a.zip', zip)}\r\n`),
      LZ4: data('a.dat', latin('\x04\x22\x4d\x18\0')),
      LZMA: data('a.dat', latin('\x5d\0\0\x80\0')),
      'what OpenSSL locked': data('a.dat', latin('Salted__\0\0')),
      'what age locked': data('a.dat', 'age-encryption.org/v1\n'),
      'what GnuPG locked': data('a.dat', latin('\x85\x01\x0c\x03\0')),
      'a CMS object by another name': data(
        'a.dat',
        Buffer.from('308006092a864886f70d010703a080', 'hex'),
      ),
      'a document by another name': zipOf({ 'word/document.xml': Buffer.from(word) }).then((one) =>
        data('a.dat', one),
      ),
      'a file in a document': docx({ 'word/embeddings/a.txt': Buffer.from('a secret') }).then(
        (one) => data('a.docx', one),
      ),
      'the title of a document': docx({
        'docProps/core.xml': Buffer.from('<dc:title>a secret</dc:title>'),
      }).then((one) => data('a.docx', one)),
      'what was deleted in a document': docx({
        'word/document.xml': Buffer.from('<w:t>hi</w:t><w:delText>a secret</w:delText>'),
      }).then((one) => data('a.docx', one)),
    }),
  ).toEqual([])
})

it('issue 17 a file counts by every name it has, also one that is written in a text', async () => {
  await rule({ files: ['docx'] })
  const twice =
    'Content-Type: image/png; name="a.docx"\r\nContent-Disposition: attachment; filename=a.png\r\n\r\nx'
  expect(
    await leaving({
      'the name of the type': mixed(hello, twice),
      'in a text': plain(`hi\r\n${uuencoded('a.docx', Buffer.from('x'))}\r\n`),
    }),
  ).toEqual([])
})

it('issue 17 what honest mail has holds none', async () => {
  const png = latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0')
  const picture = `data:image/png;base64,${png.toString('base64')}${'A'.repeat(400_000)}`
  const letter = await zipOf({
    '[Content_Types].xml': Buffer.from('<Types/>'),
    '_rels/.rels': Buffer.from('<Relationships/>'),
    'word/document.xml': Buffer.from('<w:p><w:t>hi</w:t></w:p>'),
    'word/media/image1.png': png,
  })
  const mails = {
    'a newsletter': html(
      `<style>.secretary{color:red}</style><a href="https://e.test/secret?x=1">read</a><img src="${picture}"><p>Hi`,
    ),
    'a document with a picture': data('a.docx', letter),
    'a picture': file('image/png; name=a.png', png),
    'two texts': mixed(hello, 'Content-Type: text/plain\r\n\r\nsecretary'),
    'what programs write before the parts': `Content-Type: multipart/mixed; boundary=x\r\n\r\nThis is a multi-part message in MIME format.\r\n--x\r\n\r\nhi\r\n--x--`,
  }
  expect(await leaving(mails)).toEqual(Object.keys(mails))
})
