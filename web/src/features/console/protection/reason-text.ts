import { madeKey } from '../../../lib/text-keys.ts'
import type { Translate } from '../../../lib/translate.ts'

/** Codes of the built-in judgement (server: protection/built-in.ts); those of other programs are shown as they are. */
const ours =
  /^(?:(?:DMARC|ARC)_PASS|DMARC_REJECTED|(?:DMARC|SPF|DKIM)_FAIL|SPF_SOFTFAIL|AUTH_NONE|CLAIMS_INSIDE|SEVERAL_AUTHORS|FIRST_CONTACT|COLLEAGUE_NAME|LOOKALIKE_(?:NAME|DOMAIN)|NAME_IS_ADDRESS|REPLY_ELSEWHERE|DNS_LIST|BAYES_(?:99|95|80|20|00)|VIRUS)$/

/** What a reason of the judgement means. */
export const reasonText = (code: string, t: Translate<'protection'>): string =>
  ours.test(code) ? t(madeKey(`reasons.${code}`)) : code
