// The reference page besides its schemas: a summary of every operation, examples of every body that the server accepts, and a
// sentence for every field whose name does not say everything.
import { expect, test } from 'vitest'
import { bodyExamples } from '#contract/body-examples.ts'
import { openapiOf } from '#platform/http/documents/openapi.ts'
import { composition } from '#server/app.ts'

const { routes } = composition
const withBody = routes.filter(({ body }) => body !== undefined)

test('every operation has a summary', () => {
  expect(routes.length).toBeGreaterThan(150)
  expect(routes.filter(({ summary }) => !/^[A-Z].{10,}\.$/.test(summary)).map(({ name }) => name)).toEqual([])
})

test.each(withBody.map((route) => [route.name, route] as const))('the body of %s has examples, which are accepted', (name, { body }) => {
  const declared = body?.meta()?.['examples'] as readonly unknown[] | undefined
  const examples = declared ?? (Object.hasOwn(bodyExamples, name) ? [bodyExamples[name]] : [])
  expect(examples.length).toBeGreaterThan(0)
  expect(examples.filter((example) => body?.safeParse(example).success !== true)).toEqual([])
})

test('every example of a body belongs to an operation', () => {
  const names = new Set(withBody.map(({ name }) => name))
  expect(Object.keys(bodyExamples).filter((name) => !names.has(name))).toEqual([])
})

/** Fields of which the name says everything. */
const OBVIOUS = new Set(
  (
    'account actor code count custom_field customer detail device_id email emails entries error error_description html id image invitation ' +
    'invitations items jobs label limit loc locale logo member members memberships message msg name ok organization organizations page ' +
    'pagination path product products providers session sessions state status subject success teams text total type url user username users ' +
    'value webhook_event'
  ).split(' '),
)

type Schema = { readonly [key: string]: unknown }
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly description?: string }[]
}

function bareFields(schema: unknown, owner: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema as Record<string, never>
  const own = Object.entries(properties as Record<string, Schema>).flatMap(([name, property]) => [
    ...(property['description'] === undefined && !OBVIOUS.has(name) ? [`${owner}.${name}`] : []),
    ...bareFields(property, owner),
  ])
  const inner = [...(anyOf as Schema[]), ...(oneOf as Schema[]), ...(allOf as Schema[])].flatMap((each) => bareFields(each, owner))
  return [...own, ...inner, ...bareFields(items, owner)]
}

// A field that is listed here has a sentence beside its schema (`.meta({ description })`), or in `account-fields.ts` or
// `selling-fields.ts` where its name means the same everywhere.
test('every field and every parameter has a sentence, or a name that says everything', () => {
  const document = openapiOf(routes, { baseUrl: 'http://localhost:3000', cookieName: 'session' }) as unknown as Document
  const components = Object.entries(document.components.schemas).flatMap(([name, schema]) => bareFields(schema, name))
  const parameters = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ operationId, parameters: all = [] }) =>
      all.filter(({ name, description }) => description === undefined && !OBVIOUS.has(name)).map(({ name }) => `${operationId} ${name}`),
    )
  expect([...new Set([...components, ...parameters])]).toEqual([])
})
