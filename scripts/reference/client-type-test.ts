// The test that every answer of the server is assignable to the client's type; the compiler checks it (decision 30).
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Route } from '#platform/http/route.ts'

/** A schema that a `wire.ts` exports: the file and its name there. */
export interface ExportedSchema {
  readonly file: string
  readonly name: string
}

/** Reads the schemas that every `wire.ts` of the server exports. */
export async function readWireSchemas(): Promise<ReadonlyMap<unknown, ExportedSchema>> {
  const files = [...globSync('server/**/wire.ts'), 'server/platform/http/wire-parts.ts'].sort()
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(resolve(file)).href) as Promise<Record<string, unknown>>))
  return new Map(
    modules.flatMap((module, index) =>
      Object.entries(module)
        .filter(([, value]) => value instanceof z.ZodType)
        .map(([name, value]) => [value, { file: files[index] ?? '', name }] as const),
    ),
  )
}

const HEAD = `// Built by \`npm run types\`. It has nothing to do at run time: the compiler checks it.
import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { CamelCase } from '#client/camel.ts'
import type { Answer } from '#client/operations.ts'
`

/** test/wire/client-types.test.ts: for each operation with a JSON answer, what the server sends is what the client declares. */
export function clientTypeTest(routes: readonly Route[], exported: ReadonlyMap<unknown, ExportedSchema>): string {
  const files = new Set<string>()
  const typeOf = (schema: unknown): string | undefined => {
    const found = exported.get(schema)
    if (found) {
      files.add(found.file)
      return `z.output<typeof ${importName(found.file)}.${found.name}>`
    }
    if (schema instanceof z.ZodArray) return wrapped(typeOf(schema.element), (type) => `readonly ${type}[]`)
    if (schema instanceof z.ZodNullable) return wrapped(typeOf(schema.unwrap()), (type) => `${type} | null`)
    // The list of a resource is made of the resource's schema.
    if (schema instanceof z.ZodObject) return wrapped(typeOf(schema.shape['items']), (type) => `{ readonly items: ${type} }`)
    return schema instanceof z.ZodNull ? 'null' : undefined
  }
  const lines = routes.flatMap(({ name, path, answer, answerType }) => {
    if (!answer || answerType) return []
    const type = typeOf(answer)
    if (!type) throw new Error(`No wire.ts exports the answer of ${name}: declare its schema there, so that the client's type is tested.`)
    const sent = path.startsWith('/v1/') ? `CamelCase<${type}>` : type
    const declared = type.startsWith('{') ? `Pick<Answer<'${name}'>, 'items'>` : `Answer<'${name}'>`
    return [`  expectTypeOf<${sent}>().toExtend<${declared}>()`]
  })
  const imports = [...files].sort().map((file) => `import type * as ${importName(file)} from '${file.replace(/^server\//, '#')}'`)
  const body = `test('every answer of the server is assignable to the type that the client declares for it', () => {\n${lines.join('\n')}\n})\n`
  return `${HEAD}${imports.join('\n')}\n\n${body}`
}

const wrapped = (type: string | undefined, wrap: (type: string) => string) => type && wrap(type)

/** `server/identity/audit-log/wire.ts` is imported as `identityAuditLog`. */
function importName(file: string): string {
  const words = file.replace(/^server\//, '').replace(/(\/wire)?\.ts$/, '')
  return words.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase())
}
