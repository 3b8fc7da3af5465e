import { hostname } from 'node:os'
import { limits } from '@hongyan/contract/limits'
import { readAssistant } from './config-assistant.ts'
import { type LdapConfig, readLdap } from './config-ldap.ts'
import type { ProgramsConfig } from './config-programs.ts'
import { readProtection } from './config-protection.ts'
import { readSms } from './config-sms.ts'
import type { TransportConfig } from './config-transport.ts'
import { ConfigError, fail, nearest } from './config-values.ts'
import { variables } from './config-variables.ts'
import type { AssistantConfig } from './features/assistant/assistant.public.ts'
import type { SmsConfig } from './features/codes/codes.public.ts'
import type { ProtectionConfig } from './features/protection/protection.public.ts'
import type { TrustedProxies } from './platform/http/http.ts'
import type { LogLevel } from './platform/log.ts'
import type { Role } from './platform/part.ts'

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
  /** Null: a proxy in front has the certificate, or there is none. */
  httpsPort: number | null
  /** To which phones are sent; null: none. */
  phonePort: number | null
  /** Of the administrators' console; null: off. */
  consolePort: number | null
  /** Where people reach the console; null: the host of `origin` and its port. */
  consoleOrigin: string | null
  smtpPort: number
  lmtpPort: number | null
  imapPort: number | null
  imapsPort: number | null
  programs: ProgramsConfig
  pop3Port: number | null
  pop3sPort: number | null
  submissionPort: number | null
  submissionsPort: number | null
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
  transport: TransportConfig
  /** PEM file. */
  migrationCa: string | null
  dnsServers: string[]
  recallHours: number
  tls: { keyFile: string; certFile: string } | null
  trustProxy: TrustedProxies
  slowSeconds: number
  roles: Role[]
  autoForward: boolean
  /** Who chose nothing begins in the inbox, not on the home screen. */
  startInInbox: boolean
  captcha: 'auto' | 'always' | 'off'
  /** An owner gets a mail about a login from a device that was never seen. */
  deviceNotices: boolean
  sms: SmsConfig
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null
  ldap: LdapConfig | null
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
  showAi: string[]
  assistant: AssistantConfig
  protection: ProtectionConfig
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
    httpsPort: readHttpsPort(values),
    phonePort: readPhonePort(values),
    consolePort: values.HONGYAN_CONSOLE_PORT,
    consoleOrigin: values.HONGYAN_CONSOLE_ORIGIN,
    smtpPort: values.HONGYAN_SMTP_PORT,
    lmtpPort: values.HONGYAN_LMTP_PORT,
    imapPort: values.HONGYAN_IMAP_PORT,
    imapsPort: values.HONGYAN_IMAPS_PORT,
    programs: { host: values.HONGYAN_PROGRAM_HOST, ports: values.HONGYAN_PROGRAM_PORTS },
    pop3Port: values.HONGYAN_POP3_PORT,
    pop3sPort: values.HONGYAN_POP3S_PORT,
    submissionPort: values.HONGYAN_SUBMISSION_PORT,
    submissionsPort: values.HONGYAN_SUBMISSIONS_PORT,
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
    transport: {
      caFile: values.HONGYAN_OUTBOUND_CA,
      stsPort: values.HONGYAN_STS_PORT,
      dane: values.HONGYAN_DANE,
      mtaSts: values.HONGYAN_MTA_STS,
    },
    migrationCa: values.HONGYAN_MIGRATION_CA,
    dnsServers: values.HONGYAN_DNS,
    recallHours: values.HONGYAN_RECALL_HOURS,
    tls: readTls(values),
    trustProxy: values.HONGYAN_TRUST_PROXY,
    slowSeconds: values.HONGYAN_SLOW_SECONDS,
    roles: values.HONGYAN_ROLES,
    autoForward: values.HONGYAN_AUTO_FORWARD,
    startInInbox: values.HONGYAN_START_IN_INBOX,
    captcha: values.HONGYAN_CAPTCHA,
    deviceNotices: values.HONGYAN_DEVICE_NOTICES,
    sms: readSms(values),
    oidc: readOidc(values),
    ldap: readLdap(values),
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
    showAi: values.HONGYAN_SHOW_AI,
    assistant: readAssistant(values),
    protection: readProtection(values),
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

function readHttpsPort(values: Values): number | null {
  const { HONGYAN_HTTPS_PORT: port, HONGYAN_ORIGIN: origin, HONGYAN_TLS_CERT: certFile } = values
  if (port === null) return null
  if (certFile === null) fail('HONGYAN_TLS_CERT', 'is needed with HONGYAN_HTTPS_PORT')
  if (!origin?.startsWith('https:'))
    fail('HONGYAN_ORIGIN', 'must begin with https:// where HONGYAN_HTTPS_PORT is set')
  return port
}

function readPhonePort(values: Values): number | null {
  const { HONGYAN_PHONE_PORT: port, HONGYAN_HTTPS_PORT: httpsPort } = values
  if (port === 'auto') return httpsPort === null ? null : limits.phonePort
  return port
}

function readTls(values: Values): Config['tls'] {
  const { HONGYAN_TLS_KEY: keyFile, HONGYAN_TLS_CERT: certFile } = values
  if (keyFile === null && certFile === null) return null
  return {
    keyFile: keyFile ?? fail('HONGYAN_TLS_KEY', 'is needed with HONGYAN_TLS_CERT'),
    certFile: certFile ?? fail('HONGYAN_TLS_CERT', 'is needed with HONGYAN_TLS_KEY'),
  }
}
