import { consoleContract as api } from '@hongyan/contract/console'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { consoleUrl, inConsole } from '../../../testing/console-client.ts'
import { type HttpClient, httpClient } from '../../../testing/http-client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let server: TestServer
let owner: HttpClient
let token: string

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address: 'owner@example.test', isAdmin: true })
  owner = await inConsole(server, 'owner@example.test')
  token = (await owner.get(api.addScimToken, { body: { name: 'Entra ID' } })).token
})

afterAll(() => server.stop())

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: resources of several kinds
  body: any
  type: string
}

const callBy =
  (bearer: string) =>
  async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${consoleUrl(server)}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/scim+json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      body: text === '' ? null : JSON.parse(text),
      type: answer.headers.get('content-type') ?? '',
    }
  }
const scim = (method: string, path: string, body?: unknown) => callBy(token)(method, path, body)

const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
const find = (filter: string) => scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** As Entra ID makes a person. */
const entraUser = (name: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
  externalId: `ext-${name}`,
  userName: `${name}@Example.test`,
  active: true,
  displayName: '陈晨',
  emails: [{ primary: true, type: 'work', value: `${name}@example.test` }],
  meta: { resourceType: 'User' },
  name: { formatted: '陈晨', familyName: '陈', givenName: '晨' },
  title: '工程师',
  phoneNumbers: [
    { type: 'mobile', value: '139' },
    { type: 'work', value: '010-7' },
  ],
  [enterprise]: { department: '研发部/平台', employeeNumber: '42' },
})

it('issue 17: SCIM says what it can, and refuses who has no token, in its own shape', async () => {
  const config = await scim('GET', '/ServiceProviderConfig')
  expect(config.body).toMatchObject({ patch: { supported: true }, filter: { maxResults: 200 } })
  expect(config.type).toContain('application/scim+json')
  const types = await scim('GET', '/ResourceTypes')
  expect(types.body.Resources.map((one: { id: string }) => one.id)).toEqual(['User', 'Group'])
  expect((await scim('GET', `/Schemas/${enterprise}`)).body.id).toBe(enterprise)
  const wrong = await callBy('x'.repeat(43))('GET', '/Users')
  expect(wrong.status).toBe(401)
  expect(wrong.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '401',
  })
  // A token of the console or of the mail is none of these.
  const console = owner.tokens?.accessToken ?? ''
  expect((await callBy(console)('GET', '/Users')).status).toBe(401)
  expect((await scim('GET', '/Users/999999')).body.status).toBe('404')
  expect((await scim('POST', '/Users', '{no json')).body.scimType).toBe('invalidSyntax')
  const none = await find('userName gt "a"')
  expect([none.status, none.body.scimType]).toEqual([400, 'invalidFilter'])
})

it('issue 17: as Entra ID does it: looked for, made, changed, shut out at once', async () => {
  expect((await find('userName eq "chen@example.test"')).body.totalResults).toBe(0)
  const made = await scim('POST', '/Users', entraUser('chen'))
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    userName: 'chen@example.test',
    externalId: 'ext-chen',
    displayName: '陈晨',
    title: '工程师',
    phoneNumbers: [{ value: '010-7' }],
    [enterprise]: { department: '研发部/平台' },
    active: true,
  })
  expect((await scim('POST', '/Users', entraUser('chen'))).body).toMatchObject({
    status: '409',
    scimType: 'uniqueness',
  })
  const { id } = made.body
  for (const filter of [
    'userName eq "CHEN@example.test"',
    'externalId eq "ext-chen"',
    'displayName sw "陈" and active eq true',
    'emails[type eq "work"].value eq "chen@example.test"',
    'userName co "hen@"',
  ])
    expect(
      (await find(filter)).body.Resources.map((one: { id: string }) => one.id),
      filter,
    ).toEqual([id])
  const changed = await scim(
    'PATCH',
    `/Users/${id}`,
    patch(
      { op: 'Replace', path: 'displayName', value: '陈晨（平台）' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '010-8' },
      { op: 'Replace', path: `${enterprise}:department`, value: '研发部' },
      { op: 'Replace', path: 'name.givenName', value: '晨晨' },
    ),
  )
  expect(changed.body).toMatchObject({
    displayName: '陈晨（平台）',
    phoneNumbers: [{ value: '010-8' }],
    name: { givenName: '晨晨' },
    [enterprise]: { department: '研发部' },
  })
  // A person who is at work is out with the call.
  const [person] = (await owner.get(api.people, { query: { keyword: 'chen@' } })).list
  const { password } = await owner.get(api.password, {
    body: { accountId: person?.accountId ?? 0 },
  })
  const mail = httpClient(server.url)
  await mail.logIn('chen@example.test', password)
  expect((await mail.call(session.userInfo, {})).error).not.toBe('session.expired')
  const off = patch({ op: 'Replace', path: 'active', value: 'False' })
  expect((await scim('PATCH', `/Users/${id}`, off)).body.active).toBe(false)
  expect((await mail.call(session.userInfo, {})).error).toBe('session.expired')
  expect((await mail.logIn('chen@example.test', password)).error).toBe('login.failed')
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
  // Nothing is lost: who comes back has the mailbox of before.
  const back = await scim('POST', '/Users', entraUser('chen'))
  expect([back.status, back.body.id, back.body.active]).toEqual([201, id, true])
})

it('issue 17: as Okta does it: PUT of the whole, PATCH without a path', async () => {
  const okta = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'rex@example.test',
    name: { givenName: 'Rex', familyName: 'Stone' },
    emails: [{ primary: true, value: 'rex@example.test', type: 'work' }],
    displayName: 'Rex Stone',
    locale: 'en-US',
    externalId: '00u1',
    groups: [],
    password: 'Given-Pass-77',
    active: true,
  }
  const { body, status } = await scim('POST', '/Users', okta)
  expect(status).toBe(201)
  expect(JSON.stringify(body)).not.toContain('Given-Pass-77')
  const mail = httpClient(server.url)
  await mail.logIn('rex@example.test', 'Given-Pass-77')
  expect(mail.tokens?.forceChangePwd).toBe(true)
  const put = await scim('PUT', `/Users/${body.id}`, {
    ...okta,
    displayName: 'Rex S.',
    title: 'CTO',
  })
  expect(put.body).toMatchObject({ displayName: 'Rex S.', title: 'CTO', externalId: '00u1' })
  const off = patch({ op: 'replace', value: { active: false } })
  expect((await scim('PATCH', `/Users/${body.id}`, off)).body.active).toBe(false)
  const renamed = await scim('PUT', `/Users/${body.id}`, { ...okta, userName: 'r@example.test' })
  expect(renamed.body).toMatchObject({ status: '400', scimType: 'mutability' })
})

it('issue 17: groups are departments: made, filled, emptied, with members by every shape', async () => {
  const people: string[] = []
  for (const name of ['g1', 'g2', 'g3'])
    people.push((await scim('POST', '/Users', entraUser(name))).body.id)
  const [one, two, three] = people
  const made = await scim('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: '财务部',
    externalId: 'g-ext',
    members: [{ value: one }],
  })
  expect(made.status).toBe(201)
  const { id } = made.body
  const members = async () =>
    (await scim('GET', `/Groups/${id}`)).body.members.map((it: { value: string }) => it.value)
  expect(await members()).toEqual([one])
  expect((await scim('POST', '/Groups', { displayName: '财务部' })).body.status).toBe('409')
  const change = (...all: object[]) => scim('PATCH', `/Groups/${id}`, patch(...all))
  expect((await change({ op: 'Add', path: 'members', value: [{ value: two }] })).status).toBe(204)
  await change({ op: 'add', value: { members: [{ value: three }] } })
  expect(await members()).toEqual([one, two, three])
  await change({ op: 'Remove', path: 'members', value: [{ value: two }] })
  await change({ op: 'remove', path: `members[value eq "${one}"]` })
  expect(await members()).toEqual([three])
  await change({ op: 'replace', value: { id, displayName: '财务中心' } })
  const found = await scim(
    'GET',
    '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22财务中心%22',
  )
  expect(found.body.Resources).toMatchObject([{ id, externalId: 'g-ext', displayName: '财务中心' }])
  expect(found.body.Resources[0].members).toBeUndefined()
  expect((await scim('GET', `/Users/${three}`)).body.groups).toMatchObject([{ value: id }])
  // Whoever has a role in the console stays where they are.
  const [boss] = (await find('userName eq "owner@example.test"')).body.Resources
  expect((await change({ op: 'add', path: 'members', value: [{ value: boss.id }] })).status).toBe(
    204,
  )
  expect(await members()).toEqual([three])
  const nobody = await change({ op: 'add', path: 'members', value: [{ value: '999999' }] })
  expect(nobody.body.scimType).toBe('invalidValue')
  expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204)
  expect((await scim('GET', `/Groups/${id}`)).status).toBe(404)
  expect((await scim('GET', `/Users/${three}`)).body.groups).toEqual([])
})

it('issue 17: administrators are out of its reach, pages are counted, and a revoked token is worth nothing', async () => {
  const [boss] = (await find('userName eq "owner@example.test"')).body.Resources
  const off = patch({ op: 'replace', path: 'active', value: false })
  expect((await scim('PATCH', `/Users/${boss.id}`, off)).status).toBe(403)
  expect((await scim('DELETE', `/Users/${boss.id}`)).status).toBe(403)
  const strange = await scim('POST', '/Users', { ...entraUser('x'), userName: 'x@other.test' })
  expect([strange.status, strange.body.scimType]).toEqual([400, 'invalidValue'])
  const first = await scim('GET', '/Users?startIndex=1&count=2')
  const second = await scim('GET', '/Users?startIndex=3&count=2')
  expect(first.body).toMatchObject({ startIndex: 1, itemsPerPage: 2 })
  expect(second.body.startIndex).toBe(3)
  expect(second.body.Resources[0].id).not.toBe(first.body.Resources[1].id)
  expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ itemsPerPage: 0 })
  const { list } = await owner.get(api.scimTokens, {})
  expect(list).toMatchObject([{ name: 'Entra ID', createdBy: 'owner@example.test' }])
  expect(list[0]?.lastUsedAt).not.toBeNull()
  expect(JSON.stringify(list)).not.toContain(token)
  await owner.get(api.revokeScimToken, { body: { id: list[0]?.id ?? 0 } })
  expect((await scim('GET', '/Users')).status).toBe(401)
  const acts = await owner.get(api.acts, { query: { keyword: 'SCIM Entra' } })
  expect(acts.list.length).toBeGreaterThan(3)
})
