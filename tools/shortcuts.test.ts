import { expect, it } from 'vitest'
import { shortcutGroups, shortcuts } from '../web/src/lib/shortcuts.ts'
import en from '../web/src/locales/en/shortcuts.json' with { type: 'json' }
import zh from '../web/src/locales/zh/shortcuts.json' with { type: 'json' }

type ShortcutId = keyof typeof shortcuts

const named: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  Mod: 'Ctrl or ⌘',
}

/** Keys as Markdown: `g i` is two keys one after the other, `Shift+ArrowDown` two at once. */
function keyText(keys: string): string {
  const after = keys === ' ' ? [keys] : keys.split(/(?<=\S) (?=\S)/)
  return after
    .map((one) =>
      atOnce(one)
        .map((key) => `\`${named[key] ?? key}\``)
        .join(' + '),
    )
    .join(' then ')
}

const atOnce = (keys: string): string[] => (keys.length > 1 ? keys.split('+') : [keys])

const row = (id: ShortcutId): string =>
  `| ${shortcuts[id].keys.map(keyText).join(', ')} | ${en.names[id]} | ${zh.names[id]} |`

function page(): string {
  const ids = Object.keys(shortcuts).filter((id): id is ShortcutId => id in shortcuts)
  const tables = shortcutGroups.map((group) =>
    [
      `## ${en.groups[group]} · ${zh.groups[group]}`,
      '',
      '| keys | what it does | 作用 |',
      '|---|---|---|',
      ...ids.filter((id) => shortcuts[id].group === group).map(row),
    ].join('\n'),
  )
  return `# Keyboard shortcuts · 快捷键

Everything can be reached without a mouse. \`?\` shows this list in the product; the command palette (\`Ctrl or ⌘\` + \`k\`) finds every
action, folder and setting by name, in Chinese also by pinyin. Shortcuts rest while you type, in menus and in dialogs.

This page is made from \`web/src/lib/shortcuts.ts\`; after a change there run \`npx vitest run tools/shortcuts.test.ts -u\`.

${tables.join('\n\n')}
`
}

it('docs/shortcuts.md names every shortcut of the registry, in both languages', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/shortcuts.md')
})
