import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from '../support/installed.ts'

/** Debian's Roundcube as it comes, over an IMAP server that is there. */
export interface Roundcube {
  url: string
  stop(): void
}

const program = '/usr/share/roundcube/index.php'
const settings = '/etc/roundcube'
const pages = '/var/lib/roundcube/public_html'
const mailPages = '/var/lib/roundcube'

/** Null where it, or what runs it, is not installed. */
export async function startRoundcube(port: number, imapPort: number): Promise<Roundcube | null> {
  if (!existsSync(program) || !isInstalled('php')) return null
  const folder = mkdtempSync(join(tmpdir(), 'hongyan-roundcube-'))
  mkdirSync(join(folder, 'temp'))
  for (const file of readdirSync(settings))
    if (file !== 'config.inc.php') symlinkSync(join(settings, file), join(folder, file))
  writeFileSync(join(folder, 'config.inc.php'), configOf(folder, imapPort))
  const root = existsSync(join(pages, 'index.php')) ? pages : mailPages
  const words = ['-d', 'opcache.enable_cli=1', '-S', `127.0.0.1:${port}`, '-t', root]
  const child = spawn('php', words, {
    stdio: 'ignore',
    // It has children of its own, which end with it only as a group.
    detached: true,
    env: { ...process.env, ROUNDCUBE_CONFIG_DIR: folder, PHP_CLI_SERVER_WORKERS: '4' },
  })
  const stop = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}/`
  for (let turn = 0; turn < 100; turn++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  stop()
  throw new Error('Roundcube does not start')
}

const configOf = (folder: string, imapPort: number): string => `<?php
$config = [];
$config['db_dsnw'] = 'sqlite:///${folder}/roundcube.sqlite?mode=0640';
$config['imap_host'] = 'ssl://127.0.0.1:${imapPort}';
$config['imap_conn_options'] = ['ssl' => ['verify_peer' => false, 'verify_peer_name' => false]];
$config['smtp_host'] = '127.0.0.1:9';
$config['des_key'] = 'benchbenchbenchbenchbenc';
$config['skin'] = 'elastic';
$config['plugins'] = [];
$config['temp_dir'] = '${folder}/temp';
$config['log_dir'] = '${folder}';
`
