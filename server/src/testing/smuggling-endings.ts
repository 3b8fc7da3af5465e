/** What some server somewhere takes for the end of a message (CVE-2023-51764, -51765, -51766). */
export const smugglingEndings = [
  '\n.\n',
  '\n.\r\n',
  '\n.\r',
  '\r\n.\n',
  '\r\n.\r',
  '\r.\r',
  '\r.\n',
  '\r.\r\n',
  '\r\n\0.\r\n',
  '\r\n.\0\r\n',
  '\r\n.\r\r\n',
  '\n\r.\r\n',
]
