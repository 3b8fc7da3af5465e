/** One file per feature: `./en/<feature>.json`. The texts that login, shell and lists are drawn with; the rest is in `en-later.ts` and `en-console.ts`. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    './en/*.json',
    '!./en/{approval,assistant,authorised,client-access,compose,feedback,groups,home,imports,migration,notifications,passkeys,passwords,policy,profile,protection,reader,records,rules,second,session,settings,shortcuts,signatures,smime,templates,todo}.json',
    '!./en/{console,console-*}.json',
  ],
  { eager: true, import: 'default' },
)
