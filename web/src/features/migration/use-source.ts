import type { SourceServer } from '@hongyan/contract/migration'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '../../lib/queries.ts'
import { guessQuery, isAddress } from './migration-query.ts'

/** So long after the last key an address is taken for written. */
const pauseMs = 600

const blank: SourceServer = { protocol: 'imap', host: '', port: 993, security: 'tls' }

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()

export interface Given {
  address: string
  userName: string
  password: string
  server: SourceServer
}

/** What is typed of the other mailbox, with the server that its address tells. */
export function useSource() {
  const [address, setAddress] = useState('')
  const [settled, setSettled] = useState('')
  const [password, setPassword] = useState('')
  const [userName, setUserName] = useState('')
  /** Servers changed by hand, for the domain they were typed for. */
  const [own, setOwn] = useState<{ domain: string; server: SourceServer } | null>(null)
  const typed = address.trim()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data: guess, isError } = useQuery(guessQuery(settled))
  const ownServer = own && own.domain === domainOf(typed) ? own.server : null
  // What is told of another address is not for this one.
  const told = settled === typed ? guess : undefined
  const server = ownServer ?? told?.server ?? blank
  const given = { address: typed, userName: userName.trim(), password, server }
  return {
    address,
    setAddress,
    settle: () => setSettled(typed),
    password,
    setPassword,
    userName,
    setUserName,
    server,
    setServer: (next: SourceServer) => setOwn({ domain: domainOf(typed), server: next }),
    /** What is said below the password. */
    passwordHint: hintOf(told),
    /** Nobody knows the server: it must be typed in. */
    isUnknown: !ownServer && isAddress(typed) && (isError || told?.server === null),
    /** As the calls take it. */
    given,
    /** The same, once the server is known: Enter may be faster than the answer about it. */
    whole: async (): Promise<Given> => {
      setSettled(typed)
      if (server.host !== '' || !isAddress(typed)) return given
      const found = await queryClient.fetchQuery(guessQuery(typed)).catch(() => null)
      return { ...given, server: found?.server ?? server }
    },
  }
}

/** Microsoft's servers ask for OAuth, whatever the password: who finds that out by a refusal searches in vain. */
function hintOf(
  told: { code: string; needsAppPassword: number } | undefined,
): 'microsoft' | 'appPassword' | 'passwordHint' {
  if (told?.code === 'outlook') return 'microsoft'
  return told?.needsAppPassword === 1 ? 'appPassword' : 'passwordHint'
}

export type SourceForm = ReturnType<typeof useSource>

const usual = {
  imap: { tls: 993, starttls: 143 },
  pop3: { tls: 995, starttls: 110 },
} as const

/** Another protocol or encryption has another port, and mostly another name of the server. */
export function changedServer(
  { protocol, host, port, security }: SourceServer,
  change: Partial<Pick<SourceServer, 'protocol' | 'security'>>,
): SourceServer {
  const next = { protocol: change.protocol ?? protocol, security: change.security ?? security }
  const isUsual = port === usual[protocol][security]
  return {
    ...next,
    host: host.replace(/^(?:imap|pop)\./, next.protocol === 'imap' ? 'imap.' : 'pop.'),
    port: isUsual ? usual[next.protocol][next.security] : port,
  }
}
