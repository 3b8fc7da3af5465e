/** What is read of the configuration; secrets are not among it. */
interface Machine {
  origin: string
  hostname: string
  bind: string
  relay: { host: string; port: number } | null
  recallHours: number
  autoForward: boolean
  startInInbox: boolean
  preview: boolean
  captcha: string
  deviceNotices: boolean
  passwordLevel: number
  passwordDays: number
  oidc: { name: string } | null
  ldap: object | null
  s3: { endpoint: string } | null
  copyright: string | null
  logoutLink: string | null
  archiveLink: string | null
  clientLink: string | null
  gatewayLink: string | null
}

const onOff = (on: boolean): string => (on ? 'on' : 'off')

/** The values of the machine that say how mail goes and who comes in, by variable; `off` where nothing is set. */
export const machineValues = (config: Machine): { name: string; value: string }[] => [
  { name: 'HONGYAN_ORIGIN', value: config.origin },
  { name: 'HONGYAN_HOSTNAME', value: config.hostname },
  { name: 'HONGYAN_BIND', value: config.bind },
  {
    name: 'HONGYAN_RELAY_HOST',
    value: config.relay ? `${config.relay.host}:${config.relay.port}` : 'off',
  },
  { name: 'HONGYAN_S3_ENDPOINT', value: config.s3?.endpoint ?? 'off' },
  { name: 'HONGYAN_LDAP_URL', value: onOff(config.ldap !== null) },
  { name: 'HONGYAN_OIDC_ISSUER', value: config.oidc?.name ?? 'off' },
  { name: 'HONGYAN_RECALL_HOURS', value: String(config.recallHours) },
  { name: 'HONGYAN_AUTO_FORWARD', value: onOff(config.autoForward) },
  { name: 'HONGYAN_START_IN_INBOX', value: onOff(config.startInInbox) },
  { name: 'HONGYAN_PREVIEW', value: onOff(config.preview) },
  { name: 'HONGYAN_CAPTCHA', value: config.captcha },
  { name: 'HONGYAN_DEVICE_NOTICES', value: onOff(config.deviceNotices) },
  { name: 'HONGYAN_PASSWORD_LEVEL', value: String(config.passwordLevel) },
  { name: 'HONGYAN_PASSWORD_DAYS', value: String(config.passwordDays) },
  { name: 'HONGYAN_COPYRIGHT', value: config.copyright ?? 'off' },
  { name: 'HONGYAN_LOGOUT_LINK', value: config.logoutLink ?? 'off' },
  { name: 'HONGYAN_ARCHIVE_LINK', value: config.archiveLink ?? 'off' },
  { name: 'HONGYAN_CLIENT_LINK', value: config.clientLink ?? 'off' },
  { name: 'HONGYAN_GATEWAY_LINK', value: config.gatewayLink ?? 'off' },
]
