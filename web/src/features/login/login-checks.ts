import { limits } from '@hongyan/contract/limits'

export interface LoginProblems {
  username: string | null
  password: string | null
}

/** Checks of the login form, as keys of its texts (AUTH-02, AUTH-03, AUTH-04). */
export function checkLogin(username: string, password: string): LoginProblems {
  return {
    username: username.trim() ? null : 'usernameRequired',
    password: checkPassword(password),
  }
}

function checkPassword(password: string): string | null {
  if (/\p{Script=Han}/u.test(password)) return 'passwordChinese'
  return password.length > limits.loginPassword ? null : 'passwordShort'
}
