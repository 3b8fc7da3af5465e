import { randomUUID } from 'node:crypto'
import { compose } from '@hongyan/contract/compose'
import { groups } from '@hongyan/contract/groups'
import { domain } from '../durability/product.ts'
import { type Attack, inParallel, type Means, type Office, someOf } from './attack.ts'
import { judge } from './tally.ts'

const crowd = 20_000
const depth = 1_000
const last = { field: 'duties', op: 'contains' } as const

/** People and groups that no door would let in so quickly; each group has the next one in it. */
async function fill({ sql }: Office, { every }: { every: number }): Promise<void> {
  const [people, nested] = [Math.ceil(crowd / every), Math.ceil(depth / every)]
  await sql(
    `WITH made AS (
       INSERT INTO accounts (organisation_id, kind, address, display_name, quota_bytes)
       SELECT o.id, 'personal', 'crowd' || n || '@${domain}', 'Crowd ' || n, 1000000
       FROM organisations o, generate_series(1, $1::int) AS n RETURNING id, organisation_id, display_name)
     INSERT INTO users (organisation_id, account_id, name, password_hash, duties)
     SELECT organisation_id, id, display_name, 'none', 'duty ' || id FROM made`,
    [people],
  )
  // Ten conditions each, of which the last alone says no. Nobody is reckoned to be in them at once: a door makes one rule a call.
  await sql('ALTER TABLE mail_groups DISABLE TRIGGER members_by_rule_new')
  await sql(
    `WITH made AS (
       INSERT INTO accounts (organisation_id, kind, address, display_name, quota_bytes)
       SELECT o.id, 'group', 'nest' || n || '@${domain}', 'Nest ' || n, 1000000
       FROM organisations o, generate_series(1, $1::int) AS n ORDER BY n RETURNING id, organisation_id, display_name)
     INSERT INTO mail_groups (account_id, organisation_id, name, rule)
     SELECT id, organisation_id, display_name, jsonb_build_object('match', 'all', 'conditions',
       (SELECT jsonb_agg(jsonb_build_object('field', 'duties', 'op', 'contains', 'value', CASE WHEN n < 10 THEN 'duty' ELSE 'no' || id END))
        FROM generate_series(1, 10) AS n))
     FROM made ORDER BY id`,
    [nested],
  )
  await sql('ALTER TABLE mail_groups ENABLE TRIGGER members_by_rule_new')
  await sql(
    `INSERT INTO mail_group_members (group_id, type, child_id)
     SELECT a.id, 'member', b.id FROM mail_groups a JOIN mail_groups b
       ON b.name = 'Nest ' || substr(a.name, 6)::int + 1 WHERE a.name LIKE 'Nest %'`,
  )
  await sql(
    `INSERT INTO mail_group_members (group_id, type, account_id)
     SELECT g.id, 'member', a.id FROM mail_groups g, accounts a
     WHERE g.name = 'Nest ' || $1::int AND a.address LIKE 'p_@${domain}'`,
    [nested],
  )
  await sql('ANALYZE accounts, users, mail_groups, mail_group_members')
}

/** Groups in groups, groups in themselves, and rules over everybody. */
const nesting: Attack = {
  name: 'mail groups: nests, circles, rules over all',
  people: 2,
  run: async (means) => {
    const { office, tally, people, effort } = means
    if (!office) return
    const { api } = office.admin
    await fill(office, effort)
    const { list } = await api.get(groups.list, {})
    const nest = list
      .filter(({ name }) => name.startsWith('Nest '))
      .toSorted((a, b) => Number(a.name.slice(5)) - Number(b.name.slice(5)))
    const [outer, inner] = [nest[0], nest.at(-1)]
    if (!outer || !inner) return
    const circles = someOf(nest.slice(0, 40), effort)
    await inParallel(circles, 4, async ({ address, groupId }, index) => {
      // The outermost and each below it into the innermost one, and each into itself.
      const into = index % 2 === 0 ? inner.groupId : groupId
      const { status } = await api.call(groups.saveMembers, {
        groupId: into,
        type: 'member',
        addresses: [{ address }],
      })
      judge(tally, { what: 'a group in itself', expected: 'forged', status })
    })
    await inParallel(someOf([outer, outer, inner, outer], effort), 4, async (group, index) => {
      const { groupId, name, description, senders, replyTo, subjectPrefix } = group
      // Another rule each time, so that everybody is looked at.
      const rule = group.rule && {
        ...group.rule,
        conditions: [...group.rule.conditions.slice(1), { ...last, value: `no ${index}` }],
      }
      const values = { groupId, name, description, senders, replyTo, subjectPrefix, rule }
      const { status } = await api.call(groups.save, values)
      judge(tally, { what: 'a rule over everybody', expected: 'either', status })
    })
    const words = ['n', 'N', 'nest', '中'.repeat(50), '%'.repeat(50), '\\']
    await inParallel(someOf(words, effort), 3, async (keyword) => {
      const { status } = await api.call(groups.members, { groupId: outer.groupId, keyword })
      judge(tally, { what: 'members by a word', expected: 'either', status })
    })
    await inParallel(people, 2, (person) => write(means, person.api, outer.address))
  },
}

/** A mail to the outermost group: it is taken, and sender and others go on. */
async function write(
  { tally }: Means,
  api: Means['people'][number]['api'],
  address: string,
): Promise<void> {
  const { status } = await api.call(compose.send, {
    mailTo: [address],
    mailCc: [],
    mailBcc: [],
    mailSubject: 'to all',
    html: '<p>words</p>',
    quotedHtml: '',
    fileIds: [],
    sendKey: randomUUID(),
  })
  judge(tally, { what: 'a mail to nested groups', expected: 'either', status })
}

export const groupAttacks: readonly Attack[] = [nesting]
