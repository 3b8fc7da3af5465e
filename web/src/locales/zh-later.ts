/** The texts of what is loaded when it is opened: those that `zh.ts` leaves out. */
export const files = import.meta.glob<Record<string, unknown>>(
  './zh/{approval,assistant,authorised,client-access,compose,feedback,groups,home,imports,migration,notifications,passkeys,passwords,policy,profile,protection,reader,records,rules,second,session,settings,shortcuts,signatures,smime,templates,todo}.json',
  { eager: true, import: 'default' },
)
