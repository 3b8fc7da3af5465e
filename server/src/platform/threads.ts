import type { Worker } from 'node:worker_threads'
import { createGate, type Release } from './gate.ts'

/**
 * Threads of all kinds together, at work or waiting for work: each holds thirty to a hundred megabytes, whatever it does,
 * and there are fewer processors than kinds of threads.
 */
export const threadsAtOnce = 3

const places = createGate({ total: threadsAtOnce })
/** How threads without work are ended, who waited longest first. */
const idle = new Set<() => void>()

/** Who has asked for a place and has none yet, and how many of these an ended thread gives way to. */
let waiting = 0
let givingWay = 0

const endOne = (one: () => void): void => {
  idle.delete(one)
  givingWay++
  one()
}

/** Waits until there is room for one more thread; threads that wait for work give theirs. */
export async function placeForThread(): Promise<Release> {
  const asked = { who: 'threads', signal: new AbortController().signal }
  const free = places.tryTake(asked)
  if (free) return free
  waiting++
  const [first] = idle
  if (first) endOne(first)
  try {
    return await places.take(asked)
  } finally {
    waiting--
    givingWay = Math.max(0, givingWay - 1)
  }
}

/** A thread that has a place for as long as it lives. @throws what `make` throws, and nobody loses a place */
export async function startThread(make: () => Worker): Promise<Worker> {
  const release = await placeForThread()
  try {
    const worker = make()
    worker.once('exit', release)
    return worker
  } catch (thrown) {
    release()
    throw thrown
  }
}

/**
 * Says that a thread has no work. It is ended at once when somebody waits for its place, as soon as the caller has set
 * it aside. @returns to be called when it has some again, or has ended
 */
export function threadIsIdle(end: () => void): () => void {
  const one = (): void => end()
  idle.add(one)
  queueMicrotask(() => {
    if (idle.has(one) && waiting > givingWay) endOne(one)
  })
  return () => void idle.delete(one)
}

/** Longer than so many times its limit nobody waits for a thread, however little of a processor it was let have. */
const mostWaits = 12

/** A thread is asked for its time only when its work is no trifle: most of it is done before the answer would come. */
const trifleMs = 20

/**
 * Says once that a thread has worked for so long. What counts is the time that it had of a processor: a machine with much else
 * to do gives nobody's mail up for that. @returns to be called when the work is done
 */
export function limitWork(worker: Worker, limitMs: number, overspent: () => void): () => void {
  let isOver = false
  const end = (): void => {
    isOver = true
    clearTimeout(clock)
    clearTimeout(next)
  }
  const give = (): void => {
    if (isOver) return
    end()
    overspent()
  }
  const clock = setTimeout(give, limitMs * mostWaits)
  let next: NodeJS.Timeout | undefined
  let before = 0
  const spent = async (): Promise<number> => {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000
  }
  const begin = async (): Promise<void> => {
    before = (await spent()) - trifleMs
    lookIn(limitMs - trifleMs)
  }
  const look = async (): Promise<void> => {
    const left = limitMs - (await spent()) + before
    if (left <= 0) give()
    else lookIn(left)
  }
  // One that answers no more has ended, which others see, or hears nothing: then it has its time on the clock.
  const later = (what: () => Promise<void>, ms: number): void => {
    if (!isOver) next = setTimeout(() => void what().catch(() => undefined), Math.max(ms, trifleMs))
  }
  const lookIn = (ms: number): void => later(look, ms)
  later(begin, trifleMs)
  return end
}
