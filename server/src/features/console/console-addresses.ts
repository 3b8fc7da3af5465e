import { AppError } from '../../platform/errors.ts'
import { type Directory, normalAddress } from '../directory/directory.public.ts'
import type { AtWork } from './at-work.ts'

/** Names by which an organisation as a whole is written to. */
const offices = new Set(
  'postmaster abuse hostmaster webmaster admin administrator security root noc ssladmin'.split(' '),
)

/** True for a name that stands for the whole organisation. */
export const isOffice = (address: string): boolean =>
  offices.has(address.slice(0, address.lastIndexOf('@')))

/**
 * An address as it is kept, for a mailbox of ours. Mail to `postmaster` and its like proves who has a domain (RFC 2142,
 * CA/Browser Forum): they are not for a part of the organisation. A `+` would take mail to a tag of somebody else.
 * @throws console.address, console.domain, console.not-allowed
 */
export async function ownAddress(
  { admin }: Pick<AtWork, 'admin'>,
  directory: Pick<Directory, 'isLocalDomain'>,
  typed: string,
): Promise<string> {
  const address = normalAddress(typed)
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (!isAddress(address)) throw new AppError('console.address')
  if (!(await directory.isLocalDomain(domain))) throw new AppError('console.domain')
  if (admin.role === 'department' && isOffice(address)) throw new AppError('console.not-allowed')
  return address
}

export const isAddress = (address: string): boolean =>
  address.length <= 320 && /^[^\s@<>"+,;:()[\]\\]{1,64}@[^\s@]+$/.test(address)
