import pino, { type Logger } from 'pino'

/** Structured log, one JSON object a line. Never mail content, tokens or passwords; addresses only at debug. */
export type Log = Logger

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** @param level lowest level that is written */
export function createLog(level: LogLevel): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['token', 'password', 'authorization', '*.token', '*.password', '*.authorization'],
    serializers: { err: withoutRowValues },
  })
}

/** What PostgreSQL adds to an error may hold values of rows; the message and the stack are enough. */
function withoutRowValues(thrown: Error): object {
  const { detail: _, where: __, hint: ___, ...rest } = pino.stdSerializers.err(thrown)
  return rest
}
