import { type RunningProgram, startProgram } from './start-program.ts'

/** The harmless file that every virus scanner reports (eicar.org), in two parts: no scanner shall find it here. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD',
  '-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** What every judge of spam calls spam (GTUBE of SpamAssassin). */
export const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

/** Words that the test's Rspamd gives 7.5 points for. */
export const cheapWords = 'cheap watches for everybody'

/** ClamAV's daemon with one signature: that of EICAR. */
export const startClamd = (): Promise<RunningProgram> =>
  startProgram({
    program: '/usr/sbin/clamd',
    from: 'clamav-daemon',
    files: (folder, port) => ({
      'own.ndb': `Eicar-Test-Signature:0:*:${Buffer.from(eicar).toString('hex')}\n`,
      'clamd.conf': [
        `DatabaseDirectory ${folder}`,
        'TCPAddr 127.0.0.1',
        `TCPSocket ${port}`,
        'Foreground yes',
        'StreamMaxLength 1M',
        '',
      ].join('\n'),
    }),
    args: (folder) => ['-c', `${folder}/clamd.conf`],
  })

/** Rspamd with one rule of its own, and nothing that would need the network. */
export const startRspamd = (): Promise<RunningProgram> =>
  startProgram({
    program: '/usr/bin/rspamd',
    from: 'rspamd',
    files: (folder, port) => ({
      'tld.dat': 'com\norg\nnet\ntest\n',
      'own.lua': `rspamd_config:register_symbol({
        name = 'CHEAP_WATCHES', score = 7.5, callback = function(task)
          return string.find(tostring(task:get_rawbody() or ''), '${cheapWords}') ~= nil
        end })`,
      'rspamd.conf': `
        options {
          pidfile = "${folder}/pid"; tempdir = "${folder}"; url_tld = "${folder}/tld.dat";
          filters = ""; explicit_modules = []; disable_hyperscan = true;
          dns { nameserver = ["127.0.0.1:1"]; timeout = 0.1s; retransmits = 1; }
        }
        lang_detection { languages = "${folder}"; }
        logging { type = "file"; filename = "${folder}/log"; level = "error"; }
        actions { reject = 15; add_header = 6; }
        worker "normal" { bind_socket = "127.0.0.1:${port}"; count = 1; }
        lua = "${folder}/own.lua";
      `,
    }),
    args: (folder) => ['-f', '-i', '-c', `${folder}/rspamd.conf`, ...asSomebody()],
  })

/** As root it wants to be told who to be. */
const asSomebody = (): string[] => (process.getuid?.() === 0 ? ['-u', 'root', '-g', 'root'] : [])
