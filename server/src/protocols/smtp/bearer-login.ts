import type { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { bearerChallenge, readBearer } from '../shared/bearer.ts'

/** AUTH OAUTHBEARER (RFC 7628), which the library does not know: its way in is the one of XOAUTH2. */
export const saysBearer = (command: string): boolean => /^AUTH +OAUTHBEARER(?: |$)/i.test(command)

/** With an initial response (RFC 4954 §4) or without one. */
export function beginBearer(
  connection: SMTPConnection,
  command: string,
  callback: () => void,
): void {
  const [, , response] = command.trim().split(/\s+/)
  if (response !== undefined) {
    logIn(connection, response, callback)
    return
  }
  connection._nextHandler = (line, done) => {
    const text = line.toString('latin1').trim()
    if (text !== '*') {
      logIn(connection, text, done)
      return
    }
    connection.send(501, '5.7.0 Given up')
    done()
  }
  connection.send(334)
  callback()
}

function logIn(connection: SMTPConnection, response: string, callback: () => void): void {
  const bearer = readBearer('OAUTHBEARER', Buffer.from(response, 'base64').toString())
  if (!bearer) {
    connection.send(501, '5.5.2 This names no token')
    callback()
    return
  }
  const { username, token: accessToken } = bearer
  const validatePassword = () => false
  const auth = { method: 'XOAUTH2', username, accessToken, validatePassword } as const
  connection._server.onAuth(auth, connection.session, (error, answer) => {
    if (error || !answer?.user) refuse(connection, error)
    else {
      connection.session.user = answer.user
      connection.session.transmissionType = connection._transmissionType()
      connection.send(235, '2.7.0 You are in')
    }
    callback()
  })
}

/** The program answers to the reason, with whatever, and then hears the refusal (RFC 7628 §3.2.3). */
function refuse(connection: SMTPConnection, error: Error | null | undefined): void {
  const code = error && 'responseCode' in error ? Number(error.responseCode) : 535
  connection._nextHandler = (_answer, done) => {
    connection.send(code, error?.message ?? '5.7.8 Not let in')
    done()
  }
  connection.send(334, Buffer.from(bearerChallenge('OAUTHBEARER')).toString('base64'))
}
