import type { Answer } from './http-client.ts'

/** Something to do again and again; its samples are in ms. */
export interface Task {
  name: string
  size: number
  run(round: number): Promise<Answer>
}

export interface Measured extends Task {
  samples: number[]
}

/**
 * Runs all tasks in turn, round after round, so that a noisy moment of the machine meets all of them.
 * @param warm rounds that are not counted
 */
export async function measureTogether(
  tasks: readonly Task[],
  { rounds, warm }: { rounds: number; warm: number },
): Promise<Measured[]> {
  const measured = tasks.map((task): Measured => ({ ...task, samples: [] }))
  for (let round = 0; round < rounds + warm; round++) {
    for (const task of measured) {
      const { status, ms, body } = await task.run(round)
      if (status !== 200)
        throw new Error(`${task.name} answered ${status} ${body.toString().slice(0, 200)}`)
      if (round >= warm) task.samples.push(ms)
    }
  }
  return measured
}

export function samplesOf(measured: readonly Measured[], name: string, size: number): number[] {
  const found = measured.find((one) => one.name === name && one.size === size)
  if (!found) throw new Error(`nothing was measured for ${name} at ${size}`)
  return found.samples
}
