import { resolve } from 'node:path'
import { assistantVariables } from './config-assistant.ts'
import { ldapVariables } from './config-ldap.ts'
import { programVariables } from './config-programs.ts'
import { protectionVariables } from './config-protection.ts'
import { smsVariables } from './config-sms.ts'
import { transportVariables } from './config-transport.ts'
import {
  list,
  networks,
  oneOf,
  onOff,
  optionalPort,
  origin,
  phonePort,
  port,
  readLevel,
  readProxies,
  readRoles,
  text,
  url,
  type Variable,
  variable,
  webPage,
  whole,
} from './config-values.ts'

/** Every environment variable of the product. README's table is made from this one. */
export const variables = {
  HONGYAN_HTTP_PORT: variable('8080', 'Port of the webmail', port),
  HONGYAN_HTTPS_PORT: variable(
    '',
    'Port of the webmail over HTTPS, with the certificate of HONGYAN_TLS_CERT; HONGYAN_HTTP_PORT then only leads to HONGYAN_ORIGIN; empty: off, a proxy in front has the certificate',
    optionalPort,
  ),
  HONGYAN_PHONE_PORT: variable(
    'auto',
    'Port to which phones are sent (HTTPS where HONGYAN_HTTPS_PORT is set), e.g. 9443; auto: 9443 with HONGYAN_HTTPS_PORT, else off',
    phonePort,
  ),
  HONGYAN_CONSOLE_PORT: variable(
    '8081',
    'Port of the administrators’ console (HTTPS where HONGYAN_HTTPS_PORT is set); empty: off',
    optionalPort,
  ),
  HONGYAN_CONSOLE_ORIGIN: variable(
    '',
    'Public origin of the console, e.g. https://console.example.org; empty: the host of HONGYAN_ORIGIN and HONGYAN_CONSOLE_PORT',
    origin,
  ),
  HONGYAN_SMTP_PORT: variable('2525', 'Port for mail from other servers', port),
  HONGYAN_LMTP_PORT: variable('', 'Port for LMTP from your own Postfix; empty: off', optionalPort),
  HONGYAN_IMAP_PORT: variable(
    '1143',
    'Port for mail programs by IMAP with STARTTLS; empty: off',
    optionalPort,
  ),
  HONGYAN_IMAPS_PORT: variable(
    '1993',
    'Port for mail programs by IMAP with TLS from the first byte; empty: off',
    optionalPort,
  ),
  ...programVariables,
  HONGYAN_SUBMISSION_PORT: variable(
    '1587',
    'Port by which mail programs send (SMTP with STARTTLS); empty: off',
    optionalPort,
  ),
  HONGYAN_SUBMISSIONS_PORT: variable(
    '1465',
    'Port by which mail programs send, with TLS from the first byte; empty: off',
    optionalPort,
  ),
  HONGYAN_POP3_PORT: variable(
    '1110',
    'Port for mail programs by POP3 with STLS; empty: off',
    optionalPort,
  ),
  HONGYAN_POP3S_PORT: variable(
    '1995',
    'Port for mail programs by POP3 with TLS from the first byte; empty: off',
    optionalPort,
  ),
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
  ...transportVariables,
  HONGYAN_PRIVATE_MAIL_HOSTS: variable(
    '',
    'Addresses and networks off the internet (comma-separated) that mail may go to when an MX names them, and be fetched from; empty: none',
    networks,
  ),
  HONGYAN_MIGRATION_CA: variable(
    '',
    'PEM file with the authority that signed the certificates of mailboxes that mail is fetched from; empty: those that Node knows',
    text,
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
    'PEM file with the private key, read anew when it changes; empty: a self-signed one is made, for STARTTLS alone',
    text,
  ),
  HONGYAN_TLS_CERT: variable('', 'PEM file with the certificate chain', text),
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
  HONGYAN_ROLES: variable(
    'web,smtp,imap,pop3,worker',
    'Roles of this process: web, smtp, imap, pop3, worker',
    readRoles,
  ),
  HONGYAN_START_IN_INBOX: variable(
    'off',
    'on: who chose nothing begins in the inbox; off: on the home screen',
    onOff,
  ),
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
  HONGYAN_DEVICE_NOTICES: variable(
    'on',
    'on: whoever signs in on a browser that was never in the mailbox, the owner gets a mail about it; off: only the log tells',
    onOff,
  ),
  ...protectionVariables,
  ...smsVariables,
  HONGYAN_OIDC_ISSUER: variable(
    '',
    'Issuer of an OpenID provider for single sign-on, e.g. https://sso.example.org/realms/staff; it sends people back to ORIGIN and a slash, and tells of logouts at ORIGIN/api/oauth/backchannel; empty: none',
    url,
  ),
  HONGYAN_OIDC_CLIENT: variable('hongyan', 'Client id there', (value) => value),
  HONGYAN_OIDC_SECRET: variable('', 'Client secret; empty: a public client', text),
  HONGYAN_OIDC_NAME: variable('SSO', 'What its button on the login page says', (value) => value),
  ...ldapVariables,
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
    'Host names (comma-separated) under which the webmail shows no gender, duties, departments, associated accounts and skins',
    list,
  ),
  HONGYAN_HIDE_GATEWAY: variable(
    '',
    'Host names (comma-separated) under which the menu has no entry of the gateway',
    list,
  ),
  HONGYAN_SHOW_AI: variable(
    'localhost,127.0.0.1',
    'Host names (comma-separated) under which the webmail offers the assistant',
    list,
  ),
  ...assistantVariables,
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
    'Web servers on private addresses (host:port, comma-separated) whose pictures mail may show and which alarms may call; empty: none',
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
