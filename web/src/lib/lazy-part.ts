// biome-ignore lint/style/noRestrictedImports: this is the one place
import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react'
import { allTexts } from './all-texts.ts'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

/**
 * A component that is loaded when it is first drawn, by its name in its module; it wants a Suspense around it. Screens
 * with an address of their own are loaded by the router instead. It waits for its texts, `texts`, too: those of all screens.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  { texts = allTexts }: { texts?: () => Promise<void> } = {},
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> {
  return lazy(async () => {
    const [module] = await Promise.all([load(), texts()])
    const part = module[name]
    return { default: part as ComponentType<PropsOf<Module[Name]>> }
  })
}

/**
 * The same without a Suspense: what stands behind one is drawn 300 ms after its fallback at the earliest, as React holds what
 * was waited for back. For what a press opens. @param load the same at each call @returns null until it is there
 */
export function useReadyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  isWanted: boolean,
): ComponentType<PropsOf<Module[Name]>> | null {
  const [part, setPart] = useState<ComponentType<PropsOf<Module[Name]>> | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    const put = (found: () => ComponentType<PropsOf<Module[Name]>>) => {
      if (!isGone) setPart(found)
    }
    Promise.all([load(), allTexts()]).then(
      ([module]) => put(() => module[name] as ComponentType<PropsOf<Module[Name]>>),
      // Told of as a part behind a Suspense would be: where this is drawn.
      (thrown: unknown) =>
        put(() => {
          throw thrown
        }),
    )
    return () => {
      isGone = true
    }
  }, [load, name, isWanted])
  return isWanted ? part : null
}
