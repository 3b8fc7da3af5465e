/** A refusal in the words of SCIM (RFC 7644 §3.12). */
export class ScimError extends Error {
  readonly status: number
  /** Of table 9; '' for none. */
  readonly scimType: string

  constructor(status: number, scimType: string, detail: string) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

export const invalid = (detail: string, scimType = 'invalidValue'): ScimError =>
  new ScimError(400, scimType, detail)
export const notThere = (id: string): ScimError =>
  new ScimError(404, '', `There is no resource ${id}`)

export const errorBody = ({ status, scimType, message }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
})
