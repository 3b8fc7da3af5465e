import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { allTexts } from './all-texts.ts'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

/**
 * A component whose code comes when the page is idle (`ahead`), or when it is first drawn. Not `React.lazy`: that is shown
 * a moment later even where the code is there, and after a pause of up to 300 ms where it was not.
 * @param made is told once when the code is here
 */
export function partAhead<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  made?: (module: Module) => void,
) {
  type Part = ComponentType<PropsOf<Module[Name]>>
  let part: Part | null = null
  let loading: Promise<void> | null = null
  const waiting = new Set<() => void>()
  const watch = (changed: () => void) => {
    waiting.add(changed)
    return () => waiting.delete(changed)
  }
  const ahead = (): Promise<void> => {
    loading ??= Promise.all([load(), allTexts()]).then(
      ([module]) => {
        part = module[name] as Part
        made?.(module)
        for (const changed of waiting) changed()
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  /** The component once it is here; loaded where it is needed. */
  const usePart = (needed: boolean): Part | null => {
    const [failure, setFailure] = useState<unknown>(null)
    useEffect(() => {
      if (needed && !part) ahead().catch(setFailure)
    }, [needed])
    if (failure) throw failure
    return useSyncExternalStore(watch, () => part)
  }
  /** Nothing until then. */
  const Part = (props: PropsOf<Module[Name]>) => {
    const Known = usePart(true)
    // biome-ignore lint/suspicious/noExplicitAny: whatever the component itself asks for
    return Known && <Known {...(props as any)} />
  }
  return { Part, usePart, ahead }
}
