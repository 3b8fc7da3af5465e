import { Markup, xml } from './markup.ts'
import type { OpenDoor, SetUp } from './set-up-doors.ts'

interface Autoconfig extends SetUp {
  domains: readonly string[]
  organisation: string
  /** Where people read how it is done. */
  page: string
}

/**
 * Thunderbird's set-up file (Mozilla autoconfig, version 1.1), which other programs read as well. The user name is the whole
 * address as the program knows it: nothing in it comes from the question.
 */
export const autoconfig = (about: Autoconfig): string =>
  xml`<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1">
  <emailProvider id="${about.domains[0] ?? ''}">
${about.domains.map((domain) => xml`    <domain>${domain}</domain>\n`)}    <displayName>${about.organisation}</displayName>
    <displayShortName>${about.organisation}</displayShortName>
${about.incoming.map((door) => server('incomingServer', door))}${about.outgoing ? server('outgoingServer', about.outgoing) : ''}    <documentation url="${about.page}">
      <descr lang="zh">客户端设置</descr>
      <descr lang="en">Mail clients</descr>
    </documentation>
  </emailProvider>
</clientConfig>
`.text

/** The code is no password of the web, and TLS is always there: it is given as it is. */
const server = (element: string, { type, host, port, isTls }: OpenDoor): Markup =>
  xml`    <${raw(element)} type="${type}">
      <hostname>${host}</hostname>
      <port>${port}</port>
      <socketType>${isTls ? 'SSL' : 'STARTTLS'}</socketType>
      <authentication>password-cleartext</authentication>
      <username>%EMAILADDRESS%</username>
    </${raw(element)}>
`

const raw = (element: string): Markup => new Markup(element)
