const ALIASES: Record<string, string> = {
  gb18030:
    'gb2312 gbk gb_2312 gb_2312-80 gb2312-80 gb2312.1980-0 cp936 ms936 windows-936 936 x-gbk euc-cn x-euc-cn euccn gb18030 gb18030-2000 gb18030-2005 gb18030-2022 gb-18030 gb13000 chinese csgb2312 csiso58gb231280 iso-ir-58 cn-gb x-cp20936 gbk2312 gb',
  big5: 'big5 big-5 big5-hkscs big5hkscs cp950 ms950 windows-950 950 x-x-big5 csbig5 cn-big5 x-big5 big5-eten',
  'utf-8':
    'utf8 utf-8 utf_8 unicode-1-1-utf-8 unicode-2-0-utf-8 cp65001 65001 utf8mb4 utf-8n x-unicode20utf8 unicode11utf8',
  'utf-7': 'utf-7 utf7 unicode-1-1-utf-7 csunicode11utf7 x-unicode-2-0-utf-7',
  'utf-16': 'utf-16 utf16 unicode ucs-2 iso-10646-ucs-2 csunicode',
  'hz-gb-2312': 'hz hz-gb-2312 hz-gb2312 hzgb',
  shift_jis:
    'shift_jis shift-jis sjis x-sjis ms_kanji cp932 ms932 windows-31j windows-932 cswindows31j 932',
  'euc-kr':
    'euc-kr euckr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean cp949 ms949 uhc windows-949 949 cseuckr',
  'iso-2022-jp':
    'iso-2022-jp iso2022jp csiso2022jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3 iso-2022-jp-ms cp50220 cp50221',
  'iso-2022-kr': 'iso-2022-kr csiso2022kr',
  'iso-2022-cn': 'iso-2022-cn iso-2022-cn-ext',
  'us-ascii': 'us-ascii ascii ansi_x3.4-1968 iso646-us us 7bit 646',
  'windows-1252':
    'windows-1252 cp1252 cp-1252 1252 iso-8859-1 iso8859-1 iso_8859-1 iso88591 8859-1 latin1 latin-1 l1 x-cp1252 ansi',
}

const names = new Map<string, string | null>()

/**
 * The one name under which a charset label is decoded here: a WHATWG Encoding name or one of
 * 'hz-gb-2312', 'utf-7', 'utf-16', 'iso-2022-kr', 'iso-2022-cn', 'us-ascii'. Null for labels nobody knows.
 */
export function canonicalCharset(label: string): string | null {
  // Real names are short; a longer label is not worth a look (and must not fill the cache).
  if (label.length > 60) return null
  const wanted = label
    .trim()
    .toLowerCase()
    .replace(/^["']+/, '')
    .replace(/(?<!["';])["';]+$/, '')
  const known = names.get(wanted)
  if (known !== undefined) return known
  const found =
    fromAliases(wanted) ??
    fromPlatform(wanted) ??
    fromPlatform(wanted.replace(/^(x-)?cp-?(?=\d)/, 'windows-'))
  if (names.size < 500) names.set(wanted, found)
  return found
}

function fromAliases(wanted: string): string | null {
  for (const [name, aliases] of Object.entries(ALIASES)) {
    if (aliases.split(' ').includes(wanted)) return name
  }
  return null
}

function fromPlatform(wanted: string): string | null {
  try {
    return new TextDecoder(wanted).encoding
  } catch {
    return null
  }
}
