/** One file per feature: `./zh/<feature>.json`. The texts that login, shell and lists are drawn with; the rest is in `zh-later.ts` and `zh-console.ts`. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    './zh/*.json',
    '!./zh/{approval,assistant,authorised,client-access,compose,feedback,groups,home,imports,migration,notifications,passkeys,passwords,policy,profile,protection,reader,records,rules,second,session,settings,shortcuts,signatures,smime,templates,todo}.json',
    '!./zh/{console,console-*}.json',
  ],
  { eager: true, import: 'default' },
)
