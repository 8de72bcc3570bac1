// Every name that a caller may send, found by walking the schemas of the bodies: what draws nothing is left out of it (rule of `seenName`).
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { composition } from '#server/app.ts'

/** The parts of the definitions of zod that hold further schemas. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly left?: z.ZodType
  readonly right?: z.ZodType
  readonly getter?: () => z.ZodType
  readonly options?: readonly z.ZodType[]
}
type Field = readonly [path: string, schema: z.ZodType]

/** A soft hyphen, a word joiner, a mark of direction and a space of no width: other characters stand around each. */
const HIDDEN = /[\u00ad\u200b\u200e\u2060]/
const TYPED = 'Ada\u00ad\u2060\u200e\u200bAda'
const isNamed = (field: string) => /(^|_)name$|Name$|Username$/.test(field)

const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition

/** The fields of a schema that hold names, at any depth; each schema is entered once. */
function namesIn(schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): Field[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { shape = {}, element, valueType, innerType, in: input, out, left, right, getter, options = [] } = definitionOf(schema)
  const inner = [element, valueType, innerType, input, out, left, right, getter?.(), ...options].filter((each) => each !== undefined)
  return [
    ...Object.entries(shape).flatMap(([key, field]) => [
      ...(isNamed(key) ? [[`${path}.${key}`, field] as const] : []),
      ...namesIn(field, `${path}.${key}`, seen),
    ]),
    ...inner.flatMap((each) => namesIn(each, path, seen)),
  ]
}

/** Names of roles and repositories that exist already: they are found as they are written. */
const finding = [
  ...['update-role', 'delete-role'].flatMap((call) => ['name', 'roleName'].map((field) => `POST /api/auth/organization/${call}.${field}`)),
  ...['POST /v1/benefits/', 'PATCH /v1/benefits/{id}'].map((call) => `${call}.properties.repository_name`),
]
const found = composition.routes.flatMap(({ method, path, body }) => (body ? namesIn(body, `${method} ${path}`) : []))

const names = found.filter(([path]) => !finding.includes(path))

test.each(names)('%s is kept without what draws nothing', (_path, schema) => {
  const { success, data } = schema.safeParse(TYPED)
  // A name of fixed form, such as that of a user who signs in, is refused.
  if (success) expect(data).not.toMatch(HIDDEN)
})

test('the names of people, organizations and what they sell are among them', () => {
  const accepted = names.filter(([, schema]) => schema.safeParse(TYPED).success).map(([path]) => path)
  expect(accepted).toEqual(
    expect.arrayContaining([
      'POST /api/auth/sign-up/email.name',
      'POST /api/auth/organization/create.name',
      'POST /v1/customers/.name',
      'POST /v1/products/.name',
      'POST /v1/custom-fields/.name',
      'PATCH /v1/custom-fields/{id}.name',
    ]),
  )
  expect(finding.filter((path) => !found.some(([each]) => each === path))).toEqual([])
})
