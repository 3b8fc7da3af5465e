import { hostname } from 'node:os'
import { resolve } from 'node:path'
import {
  ConfigError,
  fail,
  jsonTemplate,
  list,
  nearest,
  networks,
  oneOf,
  onOff,
  optionalPort,
  origin,
  port,
  readLevel,
  readProxies,
  readRoles,
  smsTarget,
  text,
  url,
  type Variable,
  variable,
  webPage,
  whole,
} from './config-values.ts'
import type { TrustedProxies } from './platform/http/http.ts'
import type { LogLevel } from './platform/log.ts'
import type { Role } from './platform/part.ts'

/** Every environment variable of the product. README's table is made from this one. */
export const variables = {
  HONGYAN_HTTP_PORT: variable('8080', 'Port of the webmail', port),
  HONGYAN_SMTP_PORT: variable('2525', 'Port for mail from other servers', port),
  HONGYAN_LMTP_PORT: variable('', 'Port for LMTP from your own Postfix; empty: off', optionalPort),
  HONGYAN_BIND: variable(
    '127.0.0.1',
    'Address all listeners bind to; the demo works on loopback only',
    (value) => value,
  ),
  HONGYAN_ORIGIN: variable(
    '',
    'Public origin of the webmail, e.g. https://mail.example.org; empty: http://localhost and the port',
    origin,
  ),
  HONGYAN_HOSTNAME: variable(
    '',
    'Name this server says in SMTP; empty: the host name of ORIGIN or of the machine',
    text,
  ),
  HONGYAN_DATA: variable('./data', 'Folder of the embedded database, messages and keys', (value) =>
    resolve(value),
  ),
  DATABASE_URL: variable(
    '',
    'An external PostgreSQL 15+; empty: an embedded one in the data folder',
    text,
  ),
  HONGYAN_S3_ENDPOINT: variable(
    '',
    'S3-compatible store for messages, e.g. http://127.0.0.1:9000; empty: the data folder',
    url,
  ),
  HONGYAN_S3_BUCKET: variable('hongyan', 'Bucket', (value) => value),
  HONGYAN_S3_REGION: variable('us-east-1', 'Region', (value) => value),
  HONGYAN_S3_KEY: variable('', 'Access key', text),
  HONGYAN_S3_SECRET: variable('', 'Secret key', text),
  HONGYAN_RELAY_HOST: variable(
    '',
    'Send outgoing mail to this relay; empty: straight to the MX of each domain',
    text,
  ),
  HONGYAN_RELAY_PORT: variable('587', 'Port of the relay', port),
  HONGYAN_RELAY_TLS: variable(
    'starttls',
    'starttls (required), opportunistic, tls (from the first byte) or none',
    oneOf('starttls', 'opportunistic', 'tls', 'none'),
  ),
  HONGYAN_RELAY_USER: variable('', 'User at the relay', text),
  HONGYAN_RELAY_PASSWORD: variable('', 'Password at the relay', text),
  HONGYAN_OUTBOUND_PORT: variable(
    '25',
    'Port of other mail servers; another one is for tests',
    port,
  ),
  HONGYAN_PRIVATE_MAIL_HOSTS: variable(
    '',
    'Addresses and networks off the internet (comma-separated) that mail may go to when an MX names them; empty: none',
    networks,
  ),
  HONGYAN_DNS: variable(
    '',
    'DNS servers, comma-separated host:port; empty: those of the system',
    list,
  ),
  HONGYAN_RECALL_HOURS: variable(
    '168',
    'So long after it left a mail may be recalled from colleagues who have not read it; 0: never',
    whole,
  ),
  HONGYAN_TLS_KEY: variable(
    '',
    'PEM file with the private key for STARTTLS; empty: a self-signed one is made',
    text,
  ),
  HONGYAN_TLS_CERT: variable('', 'PEM file with the certificate chain for STARTTLS', text),
  HONGYAN_TRUST_PROXY: variable(
    'off',
    'Where client addresses are taken from X-Forwarded-For: on, of the one reverse proxy in front (its last entry); or the addresses and networks of the proxies, e.g. 10.0.0.7,192.168.0.0/24',
    readProxies,
  ),
  HONGYAN_SLOW_SECONDS: variable(
    '30',
    'Clients that send or read less than 16 kB in so many seconds are cut off',
    whole,
  ),
  HONGYAN_ROLES: variable('web,smtp,worker', 'Roles of this process: web, smtp, worker', readRoles),
  HONGYAN_AUTO_FORWARD: variable(
    'on',
    'on: people may have their mail passed on by itself; off: nothing is',
    onOff,
  ),
  HONGYAN_CAPTCHA: variable(
    'auto',
    'When a login is asked for a captcha: auto (after ten wrong passwords), always, or off',
    oneOf('auto', 'always', 'off'),
  ),
  HONGYAN_SMS_URL: variable(
    '',
    'Where text messages are posted to, as JSON; log: codes are written to the log, for development; empty: no codes by phone',
    smsTarget,
  ),
  HONGYAN_SMS_BODY: variable(
    '{"phone":"{phone}","text":"{text}"}',
    'The JSON that is posted; {phone}, {code} and {text} are filled in',
    jsonTemplate,
  ),
  HONGYAN_SMS_SECRET: variable(
    '',
    'With it each request is signed: X-Signature is the hex HMAC-SHA256 of X-Timestamp, a full stop and the body',
    text,
  ),
  HONGYAN_OIDC_ISSUER: variable(
    '',
    'Issuer of an OpenID provider for single sign-on, e.g. https://sso.example.org/realms/staff; it sends people back to ORIGIN and a slash; empty: none',
    url,
  ),
  HONGYAN_OIDC_CLIENT: variable('hongyan', 'Client id there', (value) => value),
  HONGYAN_OIDC_SECRET: variable('', 'Client secret; empty: a public client', text),
  HONGYAN_OIDC_NAME: variable('SSO', 'What its button on the login page says', (value) => value),
  HONGYAN_PASSWORD_LEVEL: variable(
    '2',
    'What passwords must be like: 1 (6 to 20 characters of three kinds), 2 (8 to 20 of three kinds) or 3 (10 to 20 of all four)',
    readLevel,
  ),
  HONGYAN_PASSWORD_DAYS: variable(
    '180',
    'After so many days people are reminded to change their password; 0: never',
    whole,
  ),
  HONGYAN_DEMO: variable(
    'on',
    'on: an empty data folder gets a demo organisation; off: it stays empty',
    onOff,
  ),
  HONGYAN_DEMO_PASSWORD: variable(
    'Hongyan-Demo-2026',
    'Password of the demo accounts',
    (value) => value,
  ),
  HONGYAN_ARCHIVE_LINK: variable(
    '',
    'Web page of the mail archive, which an entry of the menu then opens; empty: no entry',
    webPage,
  ),
  HONGYAN_CLIENT_LINK: variable(
    '',
    'Web page where people get a mail program for their computer or phone; empty: no entry in the menu',
    webPage,
  ),
  HONGYAN_GATEWAY_LINK: variable(
    '',
    'Web page of the mail gateway, which an entry of the menu then opens; empty: no entry',
    webPage,
  ),
  HONGYAN_COPYRIGHT: variable('', 'Line at the foot of the menu and of the login page', text),
  HONGYAN_HIDE_SOME: variable(
    '',
    'Host names (comma-separated) under which the webmail shows no gender, duties, departments and associated accounts',
    list,
  ),
  HONGYAN_HIDE_GATEWAY: variable(
    '',
    'Host names (comma-separated) under which the menu has no entry of the gateway',
    list,
  ),
  HONGYAN_LOGOUT_LINK: variable(
    '',
    'Web page that a browser goes to after signing out; empty: the login page',
    webPage,
  ),
  HONGYAN_METRICS_TOKEN: variable(
    '',
    'Whoever sends it as a bearer token may read /metrics; empty: this machine alone, and with HONGYAN_ORIGIN nobody',
    text,
  ),
  HONGYAN_PREVIEW: variable('on', 'on: attachments can be previewed in the browser', onOff),
  HONGYAN_PRIVATE_WEB_HOSTS: variable(
    '',
    'Web servers on private addresses (host:port, comma-separated) whose pictures mail may show; empty: none',
    list,
  ),
  HONGYAN_PUSH_SERVICES: variable(
    'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
    'Push services that browsers may be reached through when the page is closed; host:port may lie on a private address; none: off',
    (value) => (value === 'none' ? [] : list(value)),
  ),
  HONGYAN_LOG: variable(
    'info',
    'debug, info, warn, error or silent',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
  ),
  HONGYAN_DATABASE_POOL: variable('16', 'Database connections of this process', whole),
} satisfies Record<string, Variable<unknown>>

type Values = { [K in keyof typeof variables]: ReturnType<(typeof variables)[K]['read']> }

export interface RelayConfig {
  host: string
  port: number
  tls: 'starttls' | 'opportunistic' | 'tls' | 'none'
  user: string | null
  password: string | null
}

export interface S3Config {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

/** The whole configuration, read once at start. */
export interface Config {
  httpPort: number
  smtpPort: number
  lmtpPort: number | null
  bind: string
  origin: string
  /** The origin was given: the webmail has an address in the world. */
  isPublic: boolean
  hostname: string
  dataFolder: string
  databaseUrl: string | null
  databasePool: number
  s3: S3Config | null
  relay: RelayConfig | null
  outboundPort: number
  privateMailHosts: string[]
  dnsServers: string[]
  recallHours: number
  tls: { keyFile: string; certFile: string } | null
  trustProxy: TrustedProxies
  slowSeconds: number
  roles: Role[]
  autoForward: boolean
  captcha: 'auto' | 'always' | 'off'
  sms: { url: string | null; body: string; secret: string }
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null
  passwordLevel: 1 | 2 | 3
  passwordDays: number
  demo: boolean
  demoPassword: string
  archiveLink: string | null
  clientLink: string | null
  gatewayLink: string | null
  copyright: string | null
  hideSome: string[]
  hideGateway: string[]
  logoutLink: string | null
  metricsToken: string
  preview: boolean
  privateWebHosts: string[]
  pushServices: string[]
  logLevel: LogLevel
}

/**
 * Environment → configuration.
 * @throws ConfigError with a sentence that names the unknown or invalid variable
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('HONGYAN_') && !(name in variables))
      throw new ConfigError(
        `${name} is not a variable of Hongyan${nearest(name, Object.keys(variables))}`,
      )
  }
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, one]) => [
      name,
      one.read(environment[name]?.trim() ?? one.default, name),
    ]),
  ) as Values
  const publicOrigin = values.HONGYAN_ORIGIN ?? `http://localhost:${values.HONGYAN_HTTP_PORT}`
  const config: Config = {
    httpPort: values.HONGYAN_HTTP_PORT,
    smtpPort: values.HONGYAN_SMTP_PORT,
    lmtpPort: values.HONGYAN_LMTP_PORT,
    bind: values.HONGYAN_BIND,
    origin: publicOrigin,
    isPublic: values.HONGYAN_ORIGIN !== null,
    hostname:
      values.HONGYAN_HOSTNAME ??
      (values.HONGYAN_ORIGIN ? new URL(publicOrigin).hostname : hostname()),
    dataFolder: values.HONGYAN_DATA,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.HONGYAN_DATABASE_POOL,
    s3: readS3(values),
    relay: readRelay(values),
    outboundPort: values.HONGYAN_OUTBOUND_PORT,
    privateMailHosts: values.HONGYAN_PRIVATE_MAIL_HOSTS,
    dnsServers: values.HONGYAN_DNS,
    recallHours: values.HONGYAN_RECALL_HOURS,
    tls: readTls(values),
    trustProxy: values.HONGYAN_TRUST_PROXY,
    slowSeconds: values.HONGYAN_SLOW_SECONDS,
    roles: values.HONGYAN_ROLES,
    autoForward: values.HONGYAN_AUTO_FORWARD,
    captcha: values.HONGYAN_CAPTCHA,
    sms: {
      url: values.HONGYAN_SMS_URL,
      body: values.HONGYAN_SMS_BODY,
      secret: values.HONGYAN_SMS_SECRET ?? '',
    },
    oidc: readOidc(values),
    passwordLevel: values.HONGYAN_PASSWORD_LEVEL,
    passwordDays: values.HONGYAN_PASSWORD_DAYS,
    demo: values.HONGYAN_DEMO,
    demoPassword: values.HONGYAN_DEMO_PASSWORD,
    archiveLink: values.HONGYAN_ARCHIVE_LINK,
    clientLink: values.HONGYAN_CLIENT_LINK,
    gatewayLink: values.HONGYAN_GATEWAY_LINK,
    copyright: values.HONGYAN_COPYRIGHT,
    hideSome: values.HONGYAN_HIDE_SOME,
    hideGateway: values.HONGYAN_HIDE_GATEWAY,
    logoutLink: values.HONGYAN_LOGOUT_LINK,
    metricsToken: values.HONGYAN_METRICS_TOKEN ?? '',
    preview: values.HONGYAN_PREVIEW,
    privateWebHosts: values.HONGYAN_PRIVATE_WEB_HOSTS,
    pushServices: values.HONGYAN_PUSH_SERVICES,
    logLevel: values.HONGYAN_LOG,
  }
  return config
}

/** True when only this machine can reach an address. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || address === '::1' || /^127\./.test(address)

function readS3(values: Values): S3Config | null {
  if (values.HONGYAN_S3_ENDPOINT === null) return null
  return {
    endpoint: values.HONGYAN_S3_ENDPOINT,
    bucket: values.HONGYAN_S3_BUCKET,
    region: values.HONGYAN_S3_REGION,
    accessKey:
      values.HONGYAN_S3_KEY ?? fail('HONGYAN_S3_KEY', 'is needed with HONGYAN_S3_ENDPOINT'),
    secretKey:
      values.HONGYAN_S3_SECRET ?? fail('HONGYAN_S3_SECRET', 'is needed with HONGYAN_S3_ENDPOINT'),
  }
}

function readRelay(values: Values): RelayConfig | null {
  if (values.HONGYAN_RELAY_HOST === null) return null
  return {
    host: values.HONGYAN_RELAY_HOST,
    port: values.HONGYAN_RELAY_PORT,
    tls: values.HONGYAN_RELAY_TLS,
    user: values.HONGYAN_RELAY_USER,
    password: values.HONGYAN_RELAY_PASSWORD,
  }
}

function readOidc(values: Values): Config['oidc'] {
  if (values.HONGYAN_OIDC_ISSUER === null) return null
  return {
    issuer: values.HONGYAN_OIDC_ISSUER,
    clientId: values.HONGYAN_OIDC_CLIENT,
    clientSecret: values.HONGYAN_OIDC_SECRET ?? '',
    name: values.HONGYAN_OIDC_NAME,
  }
}

function readTls(values: Values): Config['tls'] {
  const { HONGYAN_TLS_KEY: keyFile, HONGYAN_TLS_CERT: certFile } = values
  if (keyFile === null && certFile === null) return null
  return {
    keyFile: keyFile ?? fail('HONGYAN_TLS_KEY', 'is needed with HONGYAN_TLS_CERT'),
    certFile: certFile ?? fail('HONGYAN_TLS_CERT', 'is needed with HONGYAN_TLS_KEY'),
  }
}
