import { enterpriseSchema, userSchema } from './scim-user.ts'

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const mostResults = 200

/** What this server can (RFC 7643 §5). */
export const serviceProvider = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that is made in the console',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string) =>
  [
    {
      id: 'User',
      endpoint: '/Users',
      description: 'People with a mailbox',
      schema: userSchema,
      schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    },
    { id: 'Group', endpoint: '/Groups', description: 'Departments', schema: groupSchema },
  ].map((one) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...one,
    name: one.id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${one.id}` },
  }))

type Mutability = 'readWrite' | 'readOnly' | 'writeOnly' | 'immutable'

const attribute = (name: string, more: object = {}, mutability: Mutability = 'readWrite') => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability,
  returned: mutability === 'writeOnly' ? 'never' : 'default',
  uniqueness: 'none',
  ...more,
})

const several = (name: string, mutability: Mutability) =>
  attribute(
    name,
    {
      type: 'complex',
      multiValued: true,
      subAttributes: ['value', 'type', 'display'].map((one) => attribute(one, {}, mutability)),
    },
    mutability,
  )

/** The attributes that are kept (RFC 7643 §7). */
export const schemas = (base: string) =>
  [
    {
      id: userSchema,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }, 'immutable'),
        attribute('name', {
          type: 'complex',
          subAttributes: ['formatted', 'familyName', 'givenName'].map((one) => attribute(one)),
        }),
        attribute('displayName'),
        attribute('title'),
        attribute('active', { type: 'boolean' }),
        attribute('password', {}, 'writeOnly'),
        several('phoneNumbers', 'readWrite'),
        several('emails', 'readOnly'),
        several('groups', 'readOnly'),
      ],
    },
    { id: enterpriseSchema, name: 'EnterpriseUser', attributes: [attribute('department')] },
    {
      id: groupSchema,
      name: 'Group',
      attributes: [attribute('displayName', { required: true }), several('members', 'readWrite')],
    },
  ].map((one) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...one,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${one.id}` },
  }))

export const listOf = <T>(list: readonly T[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: list.length,
  Resources: list,
})
