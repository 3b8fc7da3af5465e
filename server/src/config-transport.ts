import { oneOf, onOff, port, text, variable } from './config-values.ts'

/** How mail between servers is secured, ours to theirs and theirs to ours. */
export const transportVariables = {
  HONGYAN_OUTBOUND_CA: variable(
    '',
    'PEM file with authorities, beside those that Node knows, that may have signed the certificates of the relay, of other mail servers and of their policies; empty: none',
    text,
  ),
  HONGYAN_STS_PORT: variable(
    '443',
    'Port where other domains publish how mail to them is to be secured (MTA-STS); another one is for tests',
    port,
  ),
  HONGYAN_DANE: variable(
    'off',
    'on: certificates of other mail servers are held against signed DNS records (DANE); the first server of HONGYAN_DNS must check DNSSEC, and nobody may be able to write on the way to it: one on this machine',
    onOff,
  ),
  HONGYAN_MTA_STS: variable(
    'off',
    'What the webmail publishes of our own domains under the names mta-sts. and the domain: off, testing, or enforce (other servers then deliver to HONGYAN_HOSTNAME with a right certificate, or not at all)',
    oneOf('off', 'testing', 'enforce'),
  ),
}

export interface TransportConfig {
  /** PEM file. */
  caFile: string | null
  stsPort: number
  dane: boolean
  /** What we publish of our own domains. */
  mtaSts: 'off' | 'testing' | 'enforce'
}
