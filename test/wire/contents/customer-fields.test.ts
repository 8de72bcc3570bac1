// The answers to customers, buyers and callers without a credential, field by field. Their schemas name each field, or are made of parts
// that merchants see, too: a field that is added to such a part fails this test until it is in the file.
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Route } from '#platform/http/route.ts'
import { composition } from '#server/app.ts'

const outside = new Set(['buyer', 'customer', 'client-secret', 'public', 'anyone'])

const reachesCustomers = ({ path, access, answer }: Route) => path.startsWith('/v1/') && outside.has(access) && answer !== undefined

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** The names of the fields of a schema, with those of the objects in it that have no name of their own: `card.last4`. */
function fieldsOf(schema: Schema, prefix = ''): readonly string[] {
  const inner = [schema.items, ...(schema.prefixItems ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `${prefix}${name}`,
    ...fieldsOf(field, `${prefix}${name}.`),
  ])
  return [...own, ...inner.flatMap((each) => (each ? fieldsOf(each, prefix) : []))]
}

/** The named schemas to which a schema refers. */
function namesOf(schema: Schema): readonly string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name = '']) => name)
}

function line(name: string, fields: readonly string[]): string {
  return `${name}: ${[...new Set(fields)].toSorted().join(' ')}`
}

// `npx vitest run test/wire/contents/customer-fields -u` updates the file.
test('customers and buyers are sent the fields of customer-fields.txt and no others', async () => {
  const definitions = new Map<string, Schema>()
  const answers = composition.routes.filter(reachesCustomers).map(({ method, path, answer }) => {
    const { $defs = {}, ...schema } = z.toJSONSchema(answer as z.ZodType, { io: 'output', unrepresentable: 'any' }) as Schema
    for (const [name, definition] of Object.entries($defs)) definitions.set(name, definition)
    return line(`${method} ${path}`, [...fieldsOf(schema), ...namesOf(schema)])
  })
  const named = [...definitions].flatMap(([name, schema]) => {
    const fields = fieldsOf(schema)
    return fields.length === 0 ? [] : [line(name, fields)]
  })
  const text = [...answers.toSorted(), '', ...named.toSorted(), ''].join('\n')
  await expect(text).toMatchFileSnapshot('customer-fields.txt')
})
