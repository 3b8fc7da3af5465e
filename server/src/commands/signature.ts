import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { limits } from '@hongyan/contract/limits'
import type { App } from '../app.ts'
import { type Command, UsageError } from './command.ts'
import { withApp } from './organisation.ts'

type System = App['ownTexts']['systemSignatures']

/** `hongyan signature …`: the signatures of the organisation, which everybody may use and nobody else may change. */
export const signatureCommand: Command = async (input) => {
  const { values, positionals } = parseArgs({
    args: input.words,
    allowPositionals: true,
    options: { default: { type: 'boolean', default: false } },
  })
  const [verb, name, file] = positionals
  if (verb === 'list')
    return withApp(input, (app) => list(app.ownTexts.systemSignatures, input.print))
  if (!name) throw new UsageError('a name is needed')
  if (verb === 'set') {
    if (!file) throw new UsageError('a file with HTML is needed')
    if ([...name].length > limits.signatureName)
      throw new UsageError(`a name has at most ${limits.signatureName} characters`)
    const ownText = await readText(file)
    return withApp(input, async ({ ownTexts: { systemSignatures } }) => {
      const id = await systemSignatures.put({ name, html: ownText.html }, ownText.pictures)
      if (values.default) await systemSignatures.setDefault(id)
      input.print(`${name}: saved${values.default ? ', the default' : ''}`)
      return 0
    })
  }
  return withApp(input, async ({ ownTexts: { systemSignatures } }) => {
    if (verb === 'default') await systemSignatures.setDefault(await idOf(systemSignatures, name))
    else if (verb === 'remove') await remove(systemSignatures, name)
    else throw new UsageError(`there is no "signature ${verb}"`)
    input.print(`${name}: done`)
    return 0
  })
}

async function list(system: System, print: (line: string) => void): Promise<number> {
  const all = await system.list()
  for (const one of all) print(`${one.name}${one.isDefault ? '  (default)' : ''}`)
  if (all.length === 0) print('there is none')
  return 0
}

/** Null for `none`: then nobody gets one who chose none. */
async function idOf(system: System, name: string): Promise<number | null> {
  const found = (await system.list()).find((one) => one.name === name)
  if (!found && name !== 'none') throw new UsageError(`there is no signature ${name}`)
  return found?.id ?? null
}

async function remove(system: System, name: string): Promise<void> {
  const id = await idOf(system, name)
  if (id === null) throw new UsageError(`there is no signature ${name}`)
  await system.remove(id)
}

/** The HTML of a file with the pictures beside it that it names. */
async function readText(file: string) {
  const read = async (path: string) => {
    try {
      return await readFile(path)
    } catch {
      throw new UsageError(`${path} cannot be read`)
    }
  }
  const html = (await read(file)).toString('utf8')
  const paths = new Set(
    [...html.matchAll(/<img\s[^<>]*?src\s*=\s*["']([^"':<>]{1,300})["']/gi)].map(
      (one) => one[1] ?? '',
    ),
  )
  const pictures: { path: string; fileName: string; bytes: Buffer }[] = []
  for (const path of paths) {
    const bytes = await read(resolve(dirname(file), path))
    if (bytes.length > limits.picture) throw new UsageError(`${path} is larger than 2M`)
    pictures.push({ path, fileName: basename(path), bytes })
  }
  return { html, pictures }
}
