import { everyType } from '@hongyan/contract/assistant-wire'
import { ConfigError, fail, list, oneOf, variable, whole } from './config-values.ts'
import type { AssistantConfig } from './features/assistant/assistant.public.ts'

/** What the environment says about the assistant. */
export const assistantVariables = {
  HONGYAN_AI_URL: variable(
    '',
    'OpenAI-compatible server that the assistant asks, up to and with /v1 (vLLM, Ollama, llama.cpp, a cloud); several (comma-separated) are asked in their order where one fails; empty: the built-in engine answers; its context must hold 24,000 characters and an answer, for some servers cut silently what does not fit, the rules first',
    webServers,
  ),
  HONGYAN_AI_KEY: variable(
    '',
    'Its API key; several as HONGYAN_AI_URL has servers, or one for all',
    list,
  ),
  HONGYAN_AI_MODEL: variable(
    '',
    'Its model; several as HONGYAN_AI_URL has servers, or one for all',
    list,
  ),
  HONGYAN_AI_FOR: variable(
    'chat,compose,reply,summary,check,rewrite,subject,translate,answers,brief,mailbox,daily,sorting',
    'What the model may be used for; the rest is done by the built-in engine',
    functions,
  ),
  HONGYAN_AI_OFF: variable(
    '',
    'Functions of the assistant that nobody has, as HONGYAN_AI_FOR names them',
    functions,
  ),
  HONGYAN_AI_NOT_IN: variable(
    '',
    'Departments (comma-separated names) that have no assistant, with those below them',
    list,
  ),
  HONGYAN_AI_SILENCE: variable(
    '20',
    'A model that says nothing for so many seconds has failed',
    whole,
  ),
  HONGYAN_AI_SECRETS: variable(
    'mask',
    'Passwords, keys, identity-card and bank-card numbers in what a model would be sent: mask (hidden), block (nothing is sent) or allow',
    oneOf('mask', 'block', 'allow'),
  ),
  HONGYAN_AI_PER_HOUR: variable(
    '60',
    'Requests to the assistant that one person may make in an hour',
    whole,
  ),
  HONGYAN_AI_PER_DAY: variable(
    '0',
    'Characters that all together may send to models in 24 hours; 0: any number',
    whole,
  ),
}

function webServers(value: string, name: string): string[] {
  const all = list(value)
  const isGood = (one: string): boolean =>
    URL.canParse(one) && /^https?:$/.test(new URL(one).protocol)
  return all.every(isGood) ? all : fail(name, `must be addresses of web servers, not "${value}"`)
}

function functions(value: string, name: string): number[] {
  return list(value).map((one) => {
    const known = Object.entries(everyType).find(([key]) => key === one)
    return known
      ? known[1]
      : fail(name, `must name ${Object.keys(everyType).join(', ')}, not "${one}"`)
  })
}

type Values = {
  [K in keyof typeof assistantVariables]: ReturnType<(typeof assistantVariables)[K]['read']>
}

/** @throws ConfigError where servers, keys and models do not fit each other */
export function readAssistant(values: Values): AssistantConfig {
  const { HONGYAN_AI_URL: urls, HONGYAN_AI_KEY: keys, HONGYAN_AI_MODEL: models } = values
  for (const [name, given] of [
    ['HONGYAN_AI_KEY', keys],
    ['HONGYAN_AI_MODEL', models],
  ] as const)
    if (given.length > 1 && given.length !== urls.length)
      throw new ConfigError(`${name} must name one for all, or one for each of HONGYAN_AI_URL`)
  if (urls.length > 0 && models.length === 0)
    throw new ConfigError('HONGYAN_AI_MODEL is needed with HONGYAN_AI_URL')
  const at = (all: readonly string[], index: number): string => all[index] ?? all[0] ?? ''
  return {
    endpoints: urls.map((url, index) => ({ url, key: at(keys, index), model: at(models, index) })),
    silence: values.HONGYAN_AI_SILENCE,
    modelFor: values.HONGYAN_AI_FOR,
    off: values.HONGYAN_AI_OFF,
    notIn: values.HONGYAN_AI_NOT_IN,
    secrets: values.HONGYAN_AI_SECRETS,
    perHour: values.HONGYAN_AI_PER_HOUR,
    perDay: values.HONGYAN_AI_PER_DAY,
  }
}
