import { errors } from '@hongyan/contract/errors'
import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'

/** Sentences at the fields they are about. */
export interface Wrong {
  address?: string | undefined
  password?: string | undefined
  host?: string | undefined
  port?: string | undefined
  range?: string | undefined
}

/** Where a refusal stands: what is to be mended is there. */
const places: Record<number, keyof Wrong> = {
  [errors['migration.login'].code]: 'password',
  [errors['migration.no-server'].code]: 'host',
  [errors['migration.closed-address'].code]: 'host',
  [errors['migration.unreachable'].code]: 'host',
  [errors['migration.no-tls'].code]: 'host',
  [errors['migration.no-range'].code]: 'range',
  [errors['migration.bad-range'].code]: 'range',
}

const order = ['address', 'password', 'host', 'port', 'range'] as const

/** One call at a time; what is wrong stands at its field, and the focus goes there. */
export function useDoing(openServer: () => void) {
  const [wrong, setWrong] = useState<Wrong>({})
  const [other, setOther] = useState<string | null>(null)
  const [doing, setDoing] = useState<'check' | 'start' | null>(null)
  const refs = {
    address: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    host: useRef<HTMLInputElement>(null),
    port: useRef<HTMLInputElement>(null),
    range: useRef<HTMLInputElement>(null),
  }
  const show = (next: Wrong): boolean => {
    setWrong(next)
    const first = order.find((one) => next[one])
    if (!first) return false
    if (first === 'host' || first === 'port') openServer()
    // What was closed or waiting is drawn first.
    requestAnimationFrame(() => refs[first].current?.focus())
    return true
  }
  /** @param work says what is missing, or does it */
  const run = async (
    what: 'check' | 'start',
    work: () => Promise<Wrong | undefined>,
  ): Promise<void> => {
    if (doing !== null) return
    setOther(null)
    setWrong({})
    setDoing(what)
    const next = await work().catch(wrongOf)
    setDoing(null)
    if (typeof next === 'string') setOther(next)
    else if (next) show(next)
  }
  const onTyped = (field: keyof Wrong) => setWrong((now) => ({ ...now, [field]: undefined }))
  return { wrong, onTyped, other, doing, run, refs }
}

export type Doing = ReturnType<typeof useDoing>

function wrongOf(thrown: unknown): Wrong | string {
  const place = thrown instanceof ApiError ? places[thrown.code] : undefined
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return place ? { [place]: text } : text
}
