import { styleText } from 'node:util'
import type { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { ConfigError } from '../config-values.ts'
import { AppError, messageOf } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { announceCommand } from './announce.ts'
import { approvalCommand } from './approval.ts'
import { type Command, UsageError } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { feedbackCommand } from './feedback.ts'
import { festivalCommand } from './festival.ts'
import { folderCommand } from './folder.ts'
import { importCommand } from './import.ts'
import { migrateMailCommand } from './migrate-mail.ts'
import { domainCommand, migrateCommand, userCommand } from './organisation.ts'
import { publicboxCommand } from './publicbox.ts'
import { seedDemoCommand } from './seed-demo.ts'
import { serveCommand } from './serve.ts'
import { signatureCommand } from './signature.ts'
import { switchCommand } from './switch.ts'
import { ticketCommand } from './ticket.ts'
import { verifyCommand } from './verify.ts'

const commands: Record<string, { run: Command; usage: string; about: string }> = {
  serve: { run: serveCommand, usage: 'serve', about: 'run the server (what npm start does)' },
  migrate: { run: migrateCommand, usage: 'migrate', about: 'bring the database up to date' },
  domain: {
    run: domainCommand,
    usage: 'domain add NAME',
    about: 'add a mail domain with its DKIM key',
  },
  user: {
    run: userCommand,
    usage:
      'user add ADDRESS [--name NAME] [--admin] [--import] [--temporary] | user passwd ADDRESS [--temporary] | user disable ADDRESS | user enable ADDRESS | user login ADDRESS own|directory | user import ADDRESS on|off | user valid ADDRESS DAY|forever',
    about:
      'people and their mailboxes; the password is read from the terminal or standard input. login: who knows it, we or the directory (LDAP)',
  },
  folder: {
    run: folderCommand,
    usage: 'folder reset-password ADDRESS FOLDER',
    about: 'take away a forgotten folder password; FOLDER is a name, or names joined by /',
  },
  publicbox: {
    run: publicboxCommand,
    usage:
      'publicbox add BOX [--name NAME] | publicbox grant BOX PERSON read|send-as|on-behalf|full [--until TIME] | publicbox revoke BOX PERSON | publicbox list BOX | publicbox sender level|name|header',
    about: 'public mailboxes, and who may work in a mailbox that is not the own one',
  },
  'seed-demo': {
    run: seedDemoCommand,
    usage: 'seed-demo',
    about: 'make the demo organisation in an empty installation',
  },
  import: {
    run: importCommand,
    usage: 'import ADDRESS PATH… [--folder ROLE]',
    about:
      'bring in .eml, .mbox and .zip files and Maildir folders; a directory that export wrote comes with its folders, flags and dates',
  },
  export: {
    run: exportCommand,
    usage: 'export ADDRESS DIR [--format maildir|mbox]',
    about: 'write a whole mailbox into an empty directory: folders, flags, keywords, labels, dates',
  },
  'migrate-mail': {
    run: migrateMailCommand,
    usage: 'migrate-mail FILE.csv',
    about:
      'bring in mail of other mailboxes for many people; columns address,source,password and, as wanted, host,port,protocol,security,since,until',
  },
  signature: {
    run: signatureCommand,
    usage:
      'signature list | signature set NAME FILE.html [--default] | signature default NAME | signature remove NAME',
    about:
      'signatures of the organisation; pictures beside the file are taken along; default "none" for none',
  },
  switch: {
    run: switchCommand,
    usage: 'switch [NAME on|off]',
    about:
      'what the whole organisation has: smimeEnable (encrypted mail), secretModeEnable, enableGray (all is grey), watermark (who reads, over every page)',
  },
  ticket: {
    run: ticketCommand,
    usage: 'ticket list | ticket add NAME [URL] | ticket remove NAME',
    about:
      'other systems of the organisation that sign people in here by a ticket (a JWT with the secret that add prints); URL: where people can go from here',
  },
  festival: {
    run: festivalCommand,
    usage: 'festival [SKIN [WORDS] | off]',
    about: 'the skin that is offered to everybody, skin_0 to skin_7, and what the offer says',
  },
  announce: {
    run: announceCommand,
    usage: 'announce add TITLE [WORDS] [--from DAY] [--until DAY] | announce list | announce end N',
    about: 'what everybody reads on the home screen, two weeks long unless a day is given',
  },
  approval: {
    run: approvalCommand,
    usage:
      'approval list | approval set FILE.json | approval on NAME | approval off NAME | approval remove NAME | approval words LIST [WORD…]',
    about:
      'rules by which mail is approved before it leaves (ADR 34 shows one), and word lists that they name; held mail stays held',
  },
  feedback: {
    run: feedbackCommand,
    usage: 'feedback [--days N]',
    about: 'what users wrote to the administrator',
  },
  doctor: {
    run: doctorCommand,
    usage: 'doctor',
    about: 'check configuration, DNS, DKIM, disk and database',
  },
  verify: {
    run: verifyCommand,
    usage: 'verify',
    about: 'check every row, blob, UID, counter and index entry',
  },
}

/** `hongyan …`: runs one command. @returns the exit code; expected trouble is one sentence, not a stack */
export async function runCommand(
  args: readonly string[],
  { createApp: create }: { createApp: typeof createApp },
): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const [name = 'help', ...words] = args
  const command = commands[name]
  if (!command) {
    print(help())
    return name === 'help' || name === '--help' ? 0 : 2
  }
  try {
    return await command.run({ words, config: readConfig(), createApp: create, print })
  } catch (thrown) {
    return explain(thrown, command.usage)
  }
}

function explain(thrown: unknown, usage: string): number {
  const say = (text: string) =>
    void process.stderr.write(`${styleText('red', 'hongyan:')} ${text}\n`)
  if (thrown instanceof UsageError) {
    say(`${thrown.message}\nusage: hongyan ${usage}`)
    return 2
  }
  if (
    thrown instanceof ConfigError ||
    thrown instanceof StartRefused ||
    thrown instanceof AppError
  ) {
    say(thrown.message)
    return 1
  }
  createLog('error').error({ err: thrown }, 'the command failed')
  say(messageOf(thrown))
  return 1
}

const help = (): string =>
  [
    'Hongyan 鸿雁: an organisation’s mail in one process.',
    '',
    ...Object.values(commands).map(({ usage, about }) => `  hongyan ${usage}\n      ${about}`),
  ].join('\n')
