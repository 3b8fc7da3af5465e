import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { allTexts } from './all-texts.ts'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

interface Options<Module, Props> {
  /** What it waits for besides its code; those of all screens unless told. */
  texts?: () => Promise<void>
  /** Is drawn in its place until then, with the same properties; nothing unless told. */
  waiting?: ComponentType<Props>
  /** Is told once when the code is here. */
  made?: (module: Module) => void
}

/**
 * A component whose code comes when it is asked for ahead (`ahead`), or when it is first drawn. Not `React.lazy`: what stands
 * behind a Suspense is drawn 300 ms after its fallback at the earliest, and a moment later even where the code is here.
 */
export function partAhead<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  { texts = allTexts, waiting: Waiting, made }: Options<Module, PropsOf<Module[Name]>> = {},
) {
  type Props = PropsOf<Module[Name]>
  let part: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  const watching = new Set<() => void>()
  const watch = (changed: () => void) => {
    watching.add(changed)
    return () => watching.delete(changed)
  }
  const ahead = (): Promise<void> => {
    loading ??= Promise.all([load(), texts()]).then(
      ([module]) => {
        part = module[name] as ComponentType<Props>
        made?.(module)
        for (const changed of watching) changed()
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  /** The component once it is here; loaded where it is needed. */
  const usePart = (needed: boolean): ComponentType<Props> | null => {
    const [failure, setFailure] = useState<unknown>(null)
    useEffect(() => {
      if (needed && !part) ahead().catch(setFailure)
    }, [needed])
    if (failure) throw failure
    return useSyncExternalStore(watch, () => part)
  }
  const Part = (props: Props) => {
    const Known = usePart(true) ?? Waiting
    // biome-ignore lint/suspicious/noExplicitAny: whatever the component itself asks for
    return Known && <Known {...(props as any)} />
  }
  return { Part, usePart, ahead }
}

/** A component that is loaded when it is first drawn, by its name in its module. Screens with an address are loaded by the router instead. */
export const lazyPart = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  options?: Options<Module, PropsOf<Module[Name]>>,
): ComponentType<PropsOf<Module[Name]>> => partAhead(load, name, options).Part
