import { fail, list, oneOf, onOff, text, variable, webPage } from './config-values.ts'

/** A directory (LDAP) that knows people's passwords. */
export interface LdapConfig {
  /** `ldap://` or `ldaps://`, asked in this order. */
  urls: string[]
  tls: 'starttls' | 'none'
  caFile: string | null
  base: string
  filter: string
  /** Whoever searches; null: nobody, the person itself is bound by `bind`. */
  service: { dn: string; password: string } | null
  bind: string | null
  address: string
  name: string[]
  create: boolean
  page: string | null
}

const places = /\{(\w*)\}/g

/** Words in braces that are not `{name}` or `{address}` would stand there as they are and match nothing. */
const template = (value: string, name: string): string => {
  for (const [, place = ''] of value.matchAll(places)) {
    if (place !== 'name' && place !== 'address')
      fail(name, `knows {name} and {address}, not {${place}}`)
  }
  return value
}

const servers = (value: string, name: string): string[] =>
  list(value).map((one) =>
    /^ldaps?:\/\/[^/?#@]+\/?$/.test(one) && URL.canParse(one)
      ? one
      : fail(name, `must be a list of ldap:// and ldaps:// servers, not "${one}"`),
  )

/** What the environment says about the directory. */
export const ldapVariables = {
  HONGYAN_LDAP_URL: variable(
    '',
    'Directory servers (LDAP, Active Directory) that know people’s passwords, in the order in which they are tried, e.g. ldaps://dc1.example.org,ldaps://dc2.example.org; empty: none',
    servers,
  ),
  HONGYAN_LDAP_TLS: variable(
    'starttls',
    'For ldap:// servers: starttls (required) or none, which sends passwords in the clear',
    oneOf('starttls', 'none'),
  ),
  HONGYAN_LDAP_CA: variable(
    '',
    'PEM file with the authority that signed the directory’s certificate; empty: those that Node knows',
    text,
  ),
  HONGYAN_LDAP_BASE: variable('', 'Where people are, e.g. ou=people,dc=example,dc=org', (v) => v),
  HONGYAN_LDAP_FILTER: variable(
    '(|(uid={name})(mail={address}))',
    'Who is meant by what was typed: {name} is the part before the @, {address} the whole address. Active Directory: (&(objectClass=user)(|(sAMAccountName={name})(userPrincipalName={address})(mail={address})))',
    template,
  ),
  HONGYAN_LDAP_USER: variable('', 'DN (or name) of the account that searches', text),
  HONGYAN_LDAP_PASSWORD: variable('', 'Its password', text),
  HONGYAN_LDAP_BIND: variable(
    '',
    'Without an account that searches: the name to bind as, e.g. uid={name},ou=people,dc=example,dc=org or {name}@corp.example.org',
    (value, name) => text(template(value, name)),
  ),
  HONGYAN_LDAP_ADDRESS: variable(
    'mail',
    'Attribute that names the mailbox: an address, or a name in the first domain. It must be one that people cannot change themselves',
    (value) => value,
  ),
  HONGYAN_LDAP_NAME: variable(
    'displayName,cn',
    'Attributes of the shown name, the first that is there',
    list,
  ),
  HONGYAN_LDAP_CREATE: variable(
    'off',
    'on: whoever is in the directory and has no mailbox gets one at the first login, if its domain is of this server',
    onOff,
  ),
  HONGYAN_LDAP_PAGE: variable(
    '',
    'Web page where people change their password of the directory; empty: they are told to ask the administrator',
    webPage,
  ),
}

type Values = {
  [K in keyof typeof ldapVariables]: ReturnType<(typeof ldapVariables)[K]['read']>
}

/** @throws ConfigError where something is missing without which nobody could be asked */
export function readLdap(values: Values): LdapConfig | null {
  const urls = values.HONGYAN_LDAP_URL
  if (urls.length === 0) return null
  const { HONGYAN_LDAP_USER: dn, HONGYAN_LDAP_PASSWORD: password } = values
  if (dn === null && values.HONGYAN_LDAP_BIND === null)
    fail('HONGYAN_LDAP_USER', 'or HONGYAN_LDAP_BIND is needed with HONGYAN_LDAP_URL')
  if (values.HONGYAN_LDAP_BASE === '') fail('HONGYAN_LDAP_BASE', 'is needed with HONGYAN_LDAP_URL')
  return {
    urls,
    tls: values.HONGYAN_LDAP_TLS,
    caFile: values.HONGYAN_LDAP_CA,
    base: values.HONGYAN_LDAP_BASE,
    filter: values.HONGYAN_LDAP_FILTER,
    // A bind with a name and no password succeeds as nobody (RFC 4513 §5.1.2).
    service:
      dn === null
        ? null
        : {
            dn,
            password: password ?? fail('HONGYAN_LDAP_PASSWORD', 'is needed with HONGYAN_LDAP_USER'),
          },
    bind: values.HONGYAN_LDAP_BIND,
    address: values.HONGYAN_LDAP_ADDRESS,
    name: values.HONGYAN_LDAP_NAME,
    create: values.HONGYAN_LDAP_CREATE,
    page: values.HONGYAN_LDAP_PAGE,
  }
}
