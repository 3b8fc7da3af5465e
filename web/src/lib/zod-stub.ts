/**
 * Stands in for zod in the browser's build. The browser needs method and path of an endpoint, never its
 * schemas: the server validates. This saves 20 kB over the wire and the work of building 60 schemas at
 * start. Every schema is this one object; asking it to validate is a programming error and says so.
 */
const forbidden = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'check'])

const schema: unknown = new Proxy(
  Object.assign(() => schema),
  {
    get: (_, name) => {
      if (forbidden.has(String(name))) throw new Error('schemas are not part of the browser build')
      return schema
    },
    apply: () => schema,
  },
)

export const z = schema
