// biome-ignore lint/style/noRestrictedImports: this is the one place
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
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
