import type { MessageDetail } from '@hongyan/contract/messages'
import { pictureMembers, reader } from '@hongyan/contract/reader'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useMay } from '../../../lib/me.ts'
import { queryClient } from '../../../lib/queries.ts'
import { tellTrouble } from '../../../lib/trouble.ts'
import { linkLife } from '../message-query.ts'

/** Signed addresses for the remote pictures of a message that may be shown. */
const picturesQuery = (mailId: number) => ({
  queryKey: ['pictures', mailId] as const,
  queryFn: () => call(reader.pictures, { body: { mailId, allow: 'once' } }),
  staleTime: linkLife,
})

/**
 * The remote pictures of a message: off until they are allowed, for this message or for all of its sender; for this time
 * alone by who may not say more in this mailbox.
 * `has`: the mail names any at all; without, nothing is asked. `turn`: of which opening it is.
 */
export function usePictures(detail: MessageDetail, has: boolean, turn = 0) {
  const [asked, setAsked] = useState({ mailId: -1, turn })
  const { mailId } = detail
  const may = useMay()
  const allowed =
    detail.picturesAllowed !== 'no' || (asked.mailId === mailId && asked.turn === turn)
  const { data } = useQuery({ ...picturesQuery(mailId), enabled: allowed && has })
  const sources = useMemo(
    () => (data && allowed ? new Map(data.list.map(({ url, src }) => [url, src])) : undefined),
    [data, allowed],
  )
  const allow = async (how: 'message' | 'sender'): Promise<void> => {
    const stays = may({ member: pictureMembers[how] })
    try {
      const answer = await call(reader.pictures, { body: { mailId, allow: stays ? how : 'once' } })
      queryClient.setQueryData(['pictures', mailId], answer)
      queryClient.setQueryData<MessageDetail>(['mail', mailId], (mail) =>
        mail && stays ? { ...mail, picturesAllowed: how } : mail,
      )
      setAsked({ mailId, turn })
      if (how === 'sender') void queryClient.invalidateQueries({ queryKey: ['pictureSenders'] })
    } catch (error) {
      tellTrouble(error)
    }
  }
  return { allowed, sources, allow }
}
