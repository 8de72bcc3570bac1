import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Schema, sampleOf } from '#platform/http/documents/sample.ts'
import { additionsPage } from './additions.ts'
import { configurationPage, environmentExample } from './configuration.ts'
import { documentsPage } from './documents.ts'
import { errorsPage } from './errors.ts'
import { rolesPage } from './roles.ts'
import { webhooksPage } from './webhooks.ts'

const kind = { name: 'text', read: (text: string) => ({ value: text }) }
const settings = {
  PORT: { kind, default: 3000, sentence: 'The port.' },
  MAIL_FROM: { kind, default: 'Guildhall <a@b>', sentence: 'The sender.' },
  BASE_URL: {
    kind,
    default: () => 'x',
    defaultText: 'http://localhost:PORT',
    sentence: 'The URL | of the server.',
    aliases: ['OLD_URL'],
  },
}

test('a setting is listed with its default, its aliases and its description', () => {
  const page = configurationPage(settings)
  expect(page).toContain('| `PORT` | text | `3000` | The port. |')
  expect(page).toContain('| `BASE_URL` (also `OLD_URL`) | text | http://localhost:PORT | The URL \\| of the server. |')
})

test('the example sets nothing, and its lines are valid without the comment mark', () => {
  const lines = environmentExample(settings).split('\n')
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
  expect(lines).toEqual(expect.arrayContaining(['#PORT=3000', '#MAIL_FROM="Guildhall <a@b>"', '#BASE_URL=']))
})

test('every page of the documents is listed by its title', () => {
  const text = documentsPage('docs')
  expect(text).toContain('- [Glossary](guides/glossary.md)')
  expect(text).toContain('- [1. One package, with layers and modules](decisions/0001-one-package-with-layers-and-modules.md)')
})

test('roles are listed as a table of permissions', () => {
  const page = rolesPage({ clerk: { team: ['create'], billing: ['orders:read'] }, idle: {} })
  expect(page).toContain('| team: create | yes |  |')
  expect(page).toContain('| team: delete |  |  |')
  expect(page).toContain('| `orders:read` | yes |  |')
})

test('refusals are listed once, under the API whose code format they have', () => {
  const entry = { status: 403, sentence: 'No.', file: 'x' }
  const page = errorsPage([
    { ...entry, code: 'NOT_YOU' },
    { ...entry, code: 'NotPermitted' },
    { ...entry, code: 'NotPermitted' },
  ])
  expect(page.split('## /v1')[0]).toContain('NOT_YOU')
  expect(page.split('## /v1')[1]?.match(/NotPermitted/g)).toHaveLength(1)
})

test('a sample matches its schema', () => {
  const schema = z.object({
    id: z.guid(),
    kind: z.literal('fixed'),
    status: z.enum(['open', 'paid']),
    at: z.iso.datetime(),
    email: z.email(),
    amount: z.int().min(5),
    note: z.string().nullable(),
    items: z.array(z.object({ ok: z.boolean() })),
    way: z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
  })
  expect(schema.safeParse(sampleOf(z.toJSONSchema(schema) as Schema)).error).toBeUndefined()
})

test('the sample of a recursive schema is finite', () => {
  const self: Schema = { $ref: '#/$defs/Self', $defs: { Self: { type: 'object', properties: { inner: { $ref: '#/$defs/Self' } } } } }
  expect(JSON.stringify(sampleOf(self))).toContain('"inner":null')
})

test('internal events are not listed as webhooks', () => {
  const payload = z.object({ id: z.string() })
  const page = webhooksPage({ 'order.paid': { audience: 'merchant', payload }, 'payment.settled': { audience: 'internal', payload } })
  expect(page).toContain('## order.paid')
  expect(page).not.toContain('payment.settled')
})

test('marked operations and fields are found at any depth of the document', () => {
  const mark = { 'x-guildhall': true }
  const page = additionsPage({
    paths: {
      '/v1/x': { post: { ...mark, summary: 'Does x.' } },
      '/v1/y': { get: { parameters: [{ ...mark, name: 'q', description: 'Sorts.' }] } },
    },
    components: {
      schemas: { Thing: { properties: { deep: { type: 'array', items: { properties: { mine: { ...mark, description: 'Ours.' } } } } } } },
    },
  })
  expect(page).toContain('| `POST /v1/x` | Does x. |')
  expect(page).toContain('| `GET /v1/y` `?q` | Sorts. |')
  expect(page).toContain('| `Thing.deep.mine` | Ours. |')
})
