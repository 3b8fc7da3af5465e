import { AppError } from '../../platform/errors.ts'
import { asId } from '../../platform/ids.ts'
import type { Codes } from '../codes/codes.public.ts'
import { type Directory, oneSpelling } from '../directory/directory.public.ts'
import type { OwnPasswords } from '../passwords/passwords.public.ts'
import type { Phones, RecoveryAddresses } from '../second-step/second-step.public.ts'
import type { Sessions } from '../session/session.public.ts'

/** Codes that one account has sent to addresses that it wants for its recovery, in 15 minutes. */
const mostAddresses = 10

/** Who is signed in. */
type Holder = Parameters<RecoveryAddresses['bind']>[0] & Parameters<OwnPasswords['prove']>[0]

interface Sent {
  codeId: string
  code: string
}

interface Forgotten {
  emailAddr: string
  /** Absent: the code goes to the recovery address. */
  phone?: string | undefined
  captcha?: string | undefined
}

interface Options {
  sessions: Pick<Sessions, 'countGuess'>
  codes: Pick<Codes, 'send' | 'sendMail' | 'check' | 'judge' | 'spend'>
  phones: Pick<Phones, 'resettableBy'>
  recoveryAddresses: RecoveryAddresses
  ownPasswords: Pick<OwnPasswords, 'reset' | 'prove'>
  directory: Pick<Directory, 'findRecipient'>
}

/** A forgotten password: by the bound phone or by the recovery address, and how that is set. */
export function recoveryIn<From extends { network: string }>(
  { sessions, codes, phones, recoveryAddresses, ownPasswords, directory }: Options,
  asked: (pass: string | undefined, from: From) => Promise<void>,
) {
  const byMail = async (emailAddr: string) => {
    const recipient = await directory.findRecipient(emailAddr)
    const holder = recipient && (await recoveryAddresses.resettableAt(recipient.accountId))
    // Counted by account, and a name that nobody has like one: no alias or tag of it is written to once more.
    return codes.sendMail({
      purpose: 'recover-mail',
      subject: holder ? `${holder.accountId} ${holder.to}` : null,
      counted: `recovery of ${recipient?.address ?? oneSpelling(emailAddr)}`,
      address: holder?.to ?? '',
    })
  }
  const byPhone = async (emailAddr: string, phone: string) => {
    const [holder, recipient] = [
      await phones.resettableBy(phone),
      await directory.findRecipient(emailAddr),
    ]
    const isTheirs = holder !== null && recipient?.accountId === holder.accountId
    return codes.send({ purpose: 'recover', subject: isTheirs ? phone : null, phone })
  }
  const holderBy = async (way: 'phone' | 'mail', given: Sent, network: string) => {
    if (way === 'phone') return phones.resettableBy(await codes.judge('recover', given, network))
    const subject = await codes.judge('recover-mail', given, network)
    const [accountId = '', to = ''] = subject.split(' ')
    const holder = await recoveryAddresses.resettableAt(asId(Number(accountId)))
    // A code that was sent to an address of before is none.
    return holder?.to === to ? holder : null
  }
  return {
    /** A code for who has forgotten the password; the answer is the same for strangers. */
    recover: async ({ emailAddr, phone, captcha }: Forgotten, from: From) => {
      await asked(captcha, from)
      const address = emailAddr.toLowerCase()
      return phone === undefined ? byMail(address) : byPhone(address, phone)
    },
    /** @throws code.wrong, code.too-many, password.* of the contract */
    editPassword: async (
      { way, newPassword, ...given }: Sent & { way: 'phone' | 'mail'; newPassword: string },
      network: string,
    ) => {
      const who = await holderBy(way, given, network)
      if (!who) throw new AppError('code.wrong')
      await ownPasswords.reset(who, newPassword, () => codes.spend(given))
    },
    /** @throws recovery.inside, code.too-many, code.too-often */
    sendRecoveryCode: async ({ accountId }: Holder, address: string) => {
      await recoveryAddresses.refuseInside(address)
      if ((await sessions.countGuess(`addresses asked by ${accountId}`)) > mostAddresses)
        throw new AppError('code.too-many')
      return codes.sendMail({
        purpose: 'bind-mail',
        subject: `${accountId} ${address}`,
        counted: `recovery address ${oneSpelling(address)}`,
        address,
      })
    },
    /** @throws session.password-wrong, login.too-many, code.wrong, code.too-many */
    bindRecovery: async (
      owner: Holder,
      given: Sent & { address: string; password: string },
      network: string,
    ) => {
      await ownPasswords.prove(owner, given.password)
      await recoveryAddresses.refuseInside(given.address)
      const proved = await codes.check('bind-mail', given, network)
      if (proved !== `${owner.accountId} ${given.address}`) throw new AppError('code.wrong')
      await recoveryAddresses.bind(owner, given.address)
    },
    /** @throws session.password-wrong, login.too-many */
    unbindRecovery: async (owner: Holder, password: string) => {
      await ownPasswords.prove(owner, password)
      await recoveryAddresses.bind(owner, null)
    },
  }
}
