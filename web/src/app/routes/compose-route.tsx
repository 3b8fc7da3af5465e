import { useTagOfAddress } from '../../features/compose/tags/tags.public.ts'
import { modeOfType, writeNeeds } from '../../features/messages/messages.public.ts'
import { useMay, useUser } from '../../lib/me.ts'
import { useParams } from '../../lib/router/hooks.ts'
import { Navigate } from '../../lib/router/navigate.tsx'
import { isSwitched } from '../../lib/tokens.ts'
import { RouteWaiting } from './route-waiting.tsx'

/** The composers stand in the deck beside the routes: this one only says which of them is on screen. */
export function ComposeRoute() {
  const { type = '', mailId = '0' } = useParams()
  const may = useMay()
  const isKnown = useUser() !== undefined || !isSwitched()
  const id = Number(mailId)
  if (!modeOfType(type) || !Number.isSafeInteger(id) || id < 0) return <Navigate to="/404" />
  if (!isKnown) return <RouteWaiting />
  if (!may(writeNeeds)) return <Navigate to="/404" />
  return <TagOfAddress type={type} mailId={id} />
}

function TagOfAddress({ type, mailId }: { type: string; mailId: number }) {
  useTagOfAddress(type, mailId)
  return null
}
